"""A plugin for lamina: build.sh packs this folder into one file."""

from rules import PLUGIN

PLUGIN.serve()
