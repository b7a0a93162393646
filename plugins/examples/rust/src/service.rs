//! The service of a plugin: messages of the schema plugins/proto/lamina/passes/v1/pass.proto in
//! lamina's sources. A module gets the method as its argument and the request on standard input,
//! and writes the answer to standard output.

use std::io::{Read, Write};

use crate::ir::{Rule, Unit};
use crate::protobuf::{fields, Malformed, Message};

pub struct Pass {
    pub name: &'static str, // lower-case words joined by hyphens
    pub summary: &'static str,
    pub levels: &'static [&'static str],
    pub rule: Rule,
}

pub struct Plugin {
    pub name: &'static str,
    pub version: &'static str,
    pub passes: &'static [Pass],
}

/// Answers one request. If a pass panics, the answer says where.
pub fn main(plugin: &'static Plugin) {
    let method = match std::env::args().nth(1) {
        Some(method) => method,
        None => {
            eprintln!("this is a Lamina plugin: load it with lamina --plugin FILE");
            std::process::exit(1);
        }
    };
    std::panic::set_hook(Box::new(|info| {
        let message = match (
            info.payload().downcast_ref::<&str>(),
            info.payload().downcast_ref::<String>(),
        ) {
            (Some(text), _) => text.to_string(),
            (_, Some(text)) => text.clone(),
            _ => "a panic".to_string(),
        };
        let place = info
            .location()
            .map_or(String::new(), |at| format!("at {}", at));
        write(failure(&message).number(4, 1).bytes(5, place));
        std::process::exit(0);
    }));
    let mut request = Vec::new();
    if let Err(e) = std::io::stdin().read_to_end(&mut request) {
        eprintln!("reading the request: {}", e);
        std::process::exit(1);
    }
    if method.ends_with("/Run") {
        match run(plugin, &request) {
            Ok(answer) => send(answer),
            Err(why) => write(failure(&why)),
        }
    } else {
        send(describe(plugin));
    }
}

/// Sends an answer, whose last field says that it is complete.
fn send(answer: Message) {
    let whole = answer.number(15, 1);
    if let Err(e) = std::io::stdout().write_all(&whole.0) {
        eprintln!("writing the answer: {}", e);
        std::process::exit(1);
    }
}

/// Begins a failure.
fn failure(message: &str) -> Message {
    Message::default().bytes(3, message)
}

fn write(failure: Message) {
    send(Message::default().bytes(3, failure));
}

fn describe(plugin: &Plugin) -> Message {
    // Versions of the protocol and of the IR: levels before imp are all of version 1.
    let out = Message::default()
        .bytes(1, plugin.name)
        .bytes(2, plugin.version)
        .number(3, 1)
        .number(4, 1)
        .number(5, 1);
    plugin.passes.iter().fold(out, |out, p| {
        let pass = Message::default().bytes(1, p.name).bytes(2, p.summary);
        out.bytes(
            6,
            p.levels
                .iter()
                .fold(pass, |pass, level| pass.bytes(3, level)),
        )
    })
}

fn run(plugin: &Plugin, request: &[u8]) -> Result<Message, String> {
    let malformed = |e: Malformed| e.to_string();
    let (mut program, mut pass, mut limit): (&[u8], _, _) = (&[], None, None);
    for f in fields(request).map_err(malformed)? {
        match f.number {
            1 => program = f.bytes(),
            2 => {
                for g in fields(f.bytes()).map_err(malformed)? {
                    match g.number {
                        1 => {
                            let found = plugin.passes.iter().find(|p| p.name == g.text());
                            pass = Some(found.ok_or(format!(
                                "plugin {} has no pass {:?}",
                                plugin.name,
                                g.text()
                            ))?);
                        }
                        2 => limit = rewrites(g.bytes()).map_err(malformed)?.or(limit),
                        _ => (),
                    }
                }
            }
            _ => (),
        }
    }
    let pass = pass.ok_or("the request names no pass")?;
    let mut unit = Unit::new(pass.rule, limit);
    let result = unit.rewrite(program).map_err(malformed)?;
    let mut out = Message::default().bytes(1, result);
    for r in &unit.remarks {
        let file = unit
            .files
            .get(r.position.file as usize)
            .map_or(&[][..], |f| f);
        out = out.bytes(
            2,
            Message::default()
                .bytes(1, pass.name)
                .bytes(2, &r.text)
                .bytes(3, file)
                .number(4, r.position.line)
                .number(5, r.position.column),
        );
    }
    Ok(out.number(4, unit.rewrites))
}

/// The limit of the option rewrites, if this setting is it; a negative one is none.
fn rewrites(setting: &[u8]) -> Result<Option<u64>, Malformed> {
    let (mut name, mut value) = ("", "");
    for f in fields(setting)? {
        match f.number {
            1 => name = f.text(),
            2 => value = f.text(),
            _ => (),
        }
    }
    Ok(if name == "rewrites" {
        value.parse().ok()
    } else {
        None
    })
}
