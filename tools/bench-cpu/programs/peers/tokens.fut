-- How many names, numbers, strings and other signs a text has, by a machine that reads bytes.
type state = #between | #name | #number | #quoted

def isLetter (c: u8) = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
def isDigit (c: u8) = c >= '0' && c <= '9'

def begin (counts: *[4]i32) (c: u8) : (state, *[4]i32) =
  if isLetter c
  then (#name, counts with [0] = counts[0] + 1)
  else if isDigit c
  then (#number, counts with [1] = counts[1] + 1)
  else if c == '"'
  then (#quoted, counts with [2] = counts[2] + 1)
  else if c <= ' '
  then (#between, counts)
  else (#between, counts with [3] = counts[3] + 1)

entry main [n] (text: [n]u8) : [4]i32 =
  let step (s: state) (counts: *[4]i32) (c: u8) : (state, *[4]i32) =
    match s
    case #quoted -> (if c == '"' then #between else #quoted, counts)
    case #name -> if isLetter c || isDigit c then (#name, counts) else begin counts c
    case #number -> if isDigit c || c == '.' then (#number, counts) else begin counts c
    case #between -> begin counts c
  in (loop (s, counts) = (#between, replicate 4 0) for c in text do step s counts c).1
