"""Plugins as wasm modules."""

def wasm_plugin(name, plugin):
    """Builds a plugin by tools/build-plugins, as people and tests do.

    The go command finds the sources where they lie; that the module is stale is
    told by the plugin's executable, which Bazel builds itself.

    Args:
      name: the module's rule; the file is PLUGIN.wasm
      plugin: the plugin's folder, below //plugins
    """
    native.genrule(
        name = name,
        srcs = [":plugin"],
        outs = [plugin.split("/")[-1] + ".wasm"],
        cmd = "export HOME=$${HOME:-$$(getent passwd $$(id -u) | cut -d: -f6)}; " +
              "PATH=$$(dirname $$(readlink -f $(location @go_sdk//:bin/go))):$$PATH " +
              "bash $(location //tools:build-plugins) $(@D) " + plugin,
        local = True,
        tools = [
            "//tools:build-plugins",
            "@go_sdk//:bin/go",
        ],
        visibility = ["//visibility:public"],
    )
