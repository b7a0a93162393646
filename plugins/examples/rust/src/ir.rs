//! Programs: messages of the schema core/wire/proto/lamina/ir/v1/ir.proto in lamina's sources.
//! docs/ops.md lists the operations with their parts. What a rule does not rewrite is copied
//! as it came.

use crate::protobuf::{fields, read, Field, Malformed, Message};

/// An operand: a variable, or else a constant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Atom<'a>(pub &'a [u8]);

const UNSIGNED: [u64; 4] = [5, 6, 7, 8]; // scalar types U8 to U64; before them I8 to I64

impl Atom<'_> {
    /// The value, if this is an integer constant.
    pub fn integer(&self) -> Option<i128> {
        let (mut var, mut elem, mut bits) = (0, 0, 0);
        for f in read(self.0) {
            match f.number {
                1 => var = f.integer(),
                2 => elem = f.integer(),
                3 => bits = f.integer(),
                _ => (),
            }
        }
        match elem {
            _ if var != 0 => None,
            1 => Some((bits as i8).into()),
            2 => Some((bits as i16).into()),
            3 => Some((bits as i32).into()),
            4 => Some((bits as i64).into()),
            e if UNSIGNED.contains(&e) => Some(bits.into()),
            _ => None,
        }
    }
}

/// A scalar operator, applied at a type.
pub struct Prim<'a> {
    pub operator: &'a str,
    pub elem: u64,
    pub operands: Vec<Atom<'a>>,
}

/// Encodes the operation that applies a scalar operator.
pub fn prim(operator: &str, elem: u64, operands: &[Atom]) -> Vec<u8> {
    let atoms = operands
        .iter()
        .fold(Message::default(), |m, x| m.bytes(1, x.0));
    Message::default()
        .bytes(1, "prim")
        .bytes(2, Message::default().bytes(9, operator))
        .bytes(2, Message::default().number(10, elem))
        .bytes(2, Message::default().bytes(3, atoms))
        .0
}

/// A place in the source, and the index of its file in the program.
#[derive(Clone, Copy, Default)]
pub struct Position {
    pub file: u64,
    pub line: u64,
    pub column: u64,
}

/// What a rule told users.
pub struct Remark {
    pub text: String,
    pub position: Position,
}

/// An operation that a rule may rewrite.
pub struct Site<'a> {
    pub operation: &'a [u8],
    position: Position,
    remarks: Vec<Remark>,
}

impl<'a> Site<'a> {
    /// The operation, if it is a scalar operator.
    pub fn prim(&self) -> Option<Prim<'a>> {
        let mut out = Prim {
            operator: "",
            elem: 0,
            operands: Vec::new(),
        };
        for f in read(self.operation) {
            match f.number {
                1 if f.text() != "prim" => return None,
                2 => {
                    for part in read(f.bytes()) {
                        match part.number {
                            9 => out.operator = part.text(),
                            10 => out.elem = part.integer(),
                            3 => {
                                out.operands =
                                    read(part.bytes()).iter().map(|x| Atom(x.bytes())).collect()
                            }
                            _ => (),
                        }
                    }
                }
                _ => (),
            }
        }
        Some(out)
    }

    /// Tells users what the rule did, if it applies in the end.
    pub fn remark(&mut self, text: &str) {
        self.remarks.push(Remark {
            text: text.to_string(),
            position: self.position,
        });
    }
}

/// A rule returns the operation that replaces a statement's own, encoded, or None.
pub type Rule = fn(&mut Site) -> Option<Vec<u8>>;

/// A program on its way through a pass.
pub struct Unit {
    pub rule: Rule,
    pub limit: Option<u64>, // of rewrites; with it, `lamina bisect` finds one that is wrong
    pub rewrites: u64,
    pub remarks: Vec<Remark>,
    pub files: Vec<Vec<u8>>,
}

/// The messages on the way from a program to its operations.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Program,
    Function,
    Body,
    Statement,
    Operation,
    Part,
    Lambda,
    HistOps,
    HistOp,
}

/// In which of their fields the next ones are.
const WAYS: [(Kind, u64, Kind); 11] = [
    (Kind::Program, 6, Kind::Function),
    (Kind::Function, 5, Kind::Body),
    (Kind::Body, 1, Kind::Statement),
    (Kind::Statement, 2, Kind::Operation),
    (Kind::Operation, 2, Kind::Part),
    (Kind::Part, 22, Kind::Lambda),
    (Kind::Part, 23, Kind::Body),
    (Kind::Part, 17, Kind::HistOps),
    (Kind::Lambda, 2, Kind::Body),
    (Kind::HistOps, 1, Kind::HistOp),
    (Kind::HistOp, 3, Kind::Lambda),
];

impl Unit {
    pub fn new(rule: Rule, limit: Option<u64>) -> Unit {
        Unit {
            rule,
            limit,
            rewrites: 0,
            remarks: Vec::new(),
            files: Vec::new(),
        }
    }

    /// Applies the rule to every operation of a program until it returns None, inner ones first.
    pub fn rewrite(&mut self, program: &[u8]) -> Result<Vec<u8>, Malformed> {
        let all = fields(program)?;
        self.files = all
            .iter()
            .filter(|f| f.number == 5)
            .map(|f| f.bytes().to_vec())
            .collect();
        let begins = all.first().map_or(false, |f| f.number == 1); // its version
        let complete = all.last().map_or(false, |f| f.number == 15);
        if !begins || !complete {
            return Err(Malformed::new("what was sent is no whole program"));
        }
        self.message(Kind::Program, &all, Position::default())
    }

    fn message(
        &mut self,
        kind: Kind,
        all: &[Field],
        position: Position,
    ) -> Result<Vec<u8>, Malformed> {
        let mut out = Message::default();
        for f in all {
            let way = WAYS
                .iter()
                .find(|(from, field, _)| *from == kind && *field == f.number);
            out = match way {
                None => out.raw(f),
                Some((_, _, next)) => {
                    let inner = fields(f.bytes())?;
                    let at = if kind == Kind::Statement {
                        position_of(all)?
                    } else {
                        position
                    };
                    let mut message = self.message(*next, &inner, at)?;
                    if *next == Kind::Operation {
                        message = self.operation(message, at);
                    }
                    out.bytes(f.number, message)
                }
            };
        }
        Ok(out.0)
    }

    /// Applies the rule to an operation.
    fn operation(&mut self, mut operation: Vec<u8>, position: Position) -> Vec<u8> {
        loop {
            let mut site = Site {
                operation: &operation,
                position,
                remarks: Vec::new(),
            };
            match (self.rule)(&mut site) {
                Some(new) if self.limit.map_or(true, |most| self.rewrites < most) => {
                    self.rewrites += 1;
                    self.remarks.append(&mut site.remarks);
                    operation = new;
                }
                _ => return operation,
            }
        }
    }
}

/// The position of a statement.
fn position_of(statement: &[Field]) -> Result<Position, Malformed> {
    let mut out = Position::default();
    for f in statement.iter().filter(|f| f.number == 3) {
        for p in fields(f.bytes())? {
            match p.number {
                1 => out.file = p.integer(),
                2 => out.line = p.integer(),
                3 => out.column = p.integer(),
                _ => (),
            }
        }
    }
    Ok(out)
}
