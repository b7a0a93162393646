//! Protocol buffers, read and written by hand. A message is a sequence of fields, each a tag
//! (field number * 8 + wire type) and a number (wire type 0) or bytes (wire type 2), which may
//! be a message again.

use std::fmt;

/// A field of a message.
#[derive(Clone, Copy)]
pub struct Field<'a> {
    pub number: u64,
    pub value: Value<'a>,
    pub raw: &'a [u8], // all of it, with its tag
}

#[derive(Clone, Copy)]
pub enum Value<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

impl<'a> Field<'a> {
    /// The value, 0 if it is none.
    pub fn integer(&self) -> u64 {
        match self.value {
            Value::Number(n) => n,
            Value::Bytes(_) => 0,
        }
    }

    /// The bytes of the value, empty if it is a number.
    pub fn bytes(&self) -> &'a [u8] {
        match self.value {
            Value::Number(_) => &[],
            Value::Bytes(b) => b,
        }
    }

    /// The text of the value, empty if it is none.
    pub fn text(&self) -> &'a str {
        std::str::from_utf8(self.bytes()).unwrap_or("")
    }
}

/// Why bytes are no message.
#[derive(Debug)]
pub struct Malformed(&'static str);

impl Malformed {
    pub fn new(why: &'static str) -> Malformed {
        Malformed(why)
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Splits a message into its fields.
pub fn fields(message: &[u8]) -> Result<Vec<Field<'_>>, Malformed> {
    let (mut out, mut at) = (Vec::new(), 0);
    while at < message.len() {
        let start = at;
        let tag = number(message, &mut at)?;
        let value = match tag & 7 {
            0 => Value::Number(number(message, &mut at)?),
            2 => {
                let length = number(message, &mut at)?;
                if length > (message.len() - at) as u64 {
                    return Err(Malformed("a field is cut off"));
                }
                at += length as usize;
                Value::Bytes(&message[at - length as usize..at])
            }
            _ => return Err(Malformed("what was sent is no message")),
        };
        out.push(Field {
            number: tag >> 3,
            value,
            raw: &message[start..at],
        });
    }
    Ok(out)
}

fn number(message: &[u8], at: &mut usize) -> Result<u64, Malformed> {
    let mut out = 0;
    for shift in (0..64).step_by(7) {
        let byte = *message.get(*at).ok_or(Malformed("a number is cut off"))?;
        *at += 1;
        out |= u64::from(byte & 127) << shift;
        if byte < 128 {
            return Ok(out);
        }
    }
    Err(Malformed("a number has more than 64 bits"))
}

/// The fields of a message that was read before; none of what is no message.
pub fn read(message: &[u8]) -> Vec<Field<'_>> {
    fields(message).unwrap_or_default()
}

/// A message that is being written.
#[derive(Default)]
pub struct Message(pub Vec<u8>);

impl Message {
    fn varint(&mut self, mut n: u64) {
        while n > 127 {
            self.0.push(n as u8 | 128);
            n >>= 7;
        }
        self.0.push(n as u8);
    }

    pub fn number(mut self, field: u64, n: u64) -> Self {
        self.varint(field << 3);
        self.varint(n);
        self
    }

    pub fn bytes(mut self, field: u64, b: impl AsRef<[u8]>) -> Self {
        self.varint(field << 3 | 2);
        self.varint(b.as_ref().len() as u64);
        self.0.extend(b.as_ref());
        self
    }

    pub fn raw(mut self, field: &Field) -> Self {
        self.0.extend(field.raw);
        self
    }
}

impl AsRef<[u8]> for Message {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}
