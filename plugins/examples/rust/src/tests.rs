use crate::ir::{prim, Atom, Unit};
use crate::protobuf::{fields, Message};

const I64: u64 = 4;
const F64: u64 = 11;

fn variable(n: u64) -> Vec<u8> {
    Message::default().number(1, n).0
}

fn constant(elem: u64, bits: u64) -> Vec<u8> {
    Message::default().number(2, elem).number(3, bits).0
}

/// A program of one function whose statements have these operations.
fn program(operations: &[Vec<u8>]) -> Vec<u8> {
    let body = operations.iter().fold(Message::default(), |m, o| {
        m.bytes(1, Message::default().bytes(2, o))
    });
    Message::default()
        .number(1, 1)
        .bytes(6, Message::default().bytes(5, body))
        .number(15, 1)
        .0
}

fn rewritten(operations: &[Vec<u8>], limit: Option<u64>) -> (Vec<u8>, u64) {
    let mut unit = Unit::new(crate::double, limit);
    let out = unit.rewrite(&program(operations)).unwrap();
    assert_eq!(unit.remarks.len() as u64, unit.rewrites);
    (out, unit.rewrites)
}

#[test]
fn products_with_2() {
    let (x, two) = (variable(1), constant(I64, 2));
    let sum = prim("add", I64, &[Atom(&x), Atom(&x)]);
    for product in [
        prim("mul", I64, &[Atom(&x), Atom(&two)]),
        prim("mul", I64, &[Atom(&two), Atom(&x)]),
    ] {
        assert_eq!(rewritten(&[product], None), (program(std::slice::from_ref(&sum)), 1));
    }
}

#[test]
fn others_stay() {
    let (x, two, three, float) = (
        variable(1),
        constant(I64, 2),
        constant(I64, 3),
        constant(F64, 2),
    );
    for other in [
        prim("mul", I64, &[Atom(&x), Atom(&three)]),
        prim("add", I64, &[Atom(&x), Atom(&two)]),
        prim("mul", F64, &[Atom(&x), Atom(&float)]),
    ] {
        assert_eq!(rewritten(std::slice::from_ref(&other), None), (program(&[other]), 0));
    }
}

#[test]
fn inner_bodies_and_limits() {
    let (x, two) = (variable(1), constant(I64, 2));
    let product = prim("mul", I64, &[Atom(&x), Atom(&two)]);
    let body = Message::default().bytes(1, Message::default().bytes(2, &product));
    let branch = Message::default()
        .bytes(1, "if")
        .bytes(2, Message::default().bytes(23, body))
        .0;
    for limit in 0..=3 {
        let all = [branch.clone(), product.clone(), product.clone()];
        assert_eq!(rewritten(&all, Some(limit)).1, limit);
    }
}

#[test]
fn no_program() {
    for bytes in [&b"no program"[..], &[], &program(&[])[..2]] {
        assert!(Unit::new(crate::double, None).rewrite(bytes).is_err());
    }
    assert!(fields(&[0x0a, 9, 1]).is_err());
}
