//! A plugin for lamina with one pass.

mod ir;
mod protobuf;
mod service;

use ir::{prim, Site};
use service::{Pass, Plugin};

/// Writes x * 2 on integers as x + x.
fn double(site: &mut Site) -> Option<Vec<u8>> {
    let product = site.prim()?;
    let (x, y) = match product.operands[..] {
        [x, y] if product.operator == "mul" => (x, y),
        _ => return None,
    };
    let x = match (x.integer(), y.integer()) {
        (_, Some(2)) => x,
        (Some(2), _) => y,
        _ => return None,
    };
    site.remark("a product with 2 becomes a sum");
    Some(prim("add", product.elem, &[x, x]))
}

static PLUGIN: Plugin = Plugin {
    name: "double-rust",
    version: "0.1",
    passes: &[Pass {
        name: "double-rust",
        summary: "write x * 2 as x + x, in Rust",
        levels: &["soac", "kernel", "mem"],
        rule: double,
    }],
};

fn main() {
    service::main(&PLUGIN);
}

#[cfg(test)]
mod tests;
