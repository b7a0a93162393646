"""Serves passes written in Python to lamina.

A pass is a function that changes a program in place. `peephole` makes one of a rule, which
looks at one operation at a time. Programs are messages of the schema lamina/ir/v1/ir.proto;
operations and fields that a pass does not know stay as they are.
"""

import os
import sys
import threading
import time
import traceback
from concurrent import futures
from dataclasses import dataclass, field
from typing import Callable, Iterator

try:
    import grpc

    from lamina.ir.v1 import ir_pb2 as ir
    from lamina.passes.v1 import pass_pb2 as service
except ModuleNotFoundError as e:
    if e.name.split(".")[0] not in ("grpc", "google"):
        raise
    sys.exit(f"{e} in {sys.executable}: a plugin in Python needs gRPC and protocol buffers; for this Python: "
             f"{sys.executable} -m pip install grpcio protobuf; for Debian's /usr/bin/python3: "
             "apt install python3-grpcio python3-protobuf, and that one before others on PATH")

PROTOCOL = 1  # the version of the service
IR_OLDEST, IR_NEWEST = 1, 8  # the versions of the IR that ir_pb2 describes


class Refused(Exception):
    """Why a pass leaves a program alone that it should have changed."""


@dataclass
class Pass:
    """The declaration of a pass."""

    name: str  # lower-case words joined by hyphens
    summary: str
    levels: list[str]  # at which it runs: soac, kernel, mem, imp
    run: Callable[["Unit"], None]
    to: str = ""  # the level of its result, if it is another one
    options: list = field(default_factory=list)  # messages service.Option
    constraints: list = field(default_factory=list)  # messages service.Constraint


@dataclass
class Plugin:
    """A named set of passes."""

    name: str
    version: str
    passes: list[Pass]

    def serve(self) -> None:
        """Serves the passes to the host that started this process. It does not return."""
        _serve(self)


class Unit:
    """A program on its way through a pass."""

    def __init__(self, program, name: str, options: dict[str, str], target=None):
        self.program = program  # a message ir.Program
        self.target = target  # a message service.Target: the machine
        self.options = options  # as in the text of a pipeline
        self.remarks = []
        self.rewrites = 0
        self.function = ""  # the one being worked on, for errors
        self._pass = name
        self._most = int(options.get("rewrites", -1))

    def rewrite(self) -> bool:
        """Asks for a change that could as well be left out, and counts it.

        `lamina bisect` allows fewer and fewer, and so finds one that is wrong."""
        if 0 <= self._most <= self.rewrites:
            return False
        self.rewrites += 1
        return True

    def fresh(self, base: str) -> int:
        """Makes a new name and returns its index in the program's table of names."""
        self.program.last_name += 1
        self.program.names.add(base=base.encode(), id=self.program.last_name)
        return len(self.program.names) - 1

    def remark(self, text: str, position) -> None:
        """Tells users what the pass did at a position of the program."""
        file = self.program.files[position.file] if position.file < len(self.program.files) else b""
        self.remarks.append(service.Remark(
            **{"pass": self._pass}, text=text, file=file, line=position.line, column=position.column))

    def bodies(self) -> Iterator:
        """All bodies of the program at levels before imp, inner ones first."""
        for f in self.program.functions:
            self.function = f.name.decode(errors="replace")
            yield from _bodies(f.body)
        self.function = ""


def _bodies(body) -> Iterator:
    for statement in body.statements:
        for inner in inside(statement.operation):
            yield from _bodies(inner)
    yield body


def inside(operation) -> list:
    """The bodies inside an operation: those of its functions, branches and loops."""
    out = []
    for part in operation.parts:
        match part.WhichOneof("value"):
            case "body":
                out.append(part.body)
            case "lambda":  # a keyword of Python
                out.append(getattr(part, "lambda").body)
            case "hist_ops":
                out.extend(op.operator.body for op in part.hist_ops.ops)
    return out


class Site:
    """A statement that a rule may rewrite."""

    def __init__(self, unit: Unit, statement):
        self.unit = unit
        self.statement = statement
        self.operation = statement.operation
        self._before, self._remarks = [], []

    def let(self, base: str, type, operation):
        """Inserts a statement before this one, if the rule applies in the end, and returns its
        result."""
        name = self.unit.fresh(base)
        self._before.append(ir.Statement(
            pattern=[ir.Binder(name=name, type=type)], operation=operation, position=self.statement.position))
        return ir.Atom(var=name)

    def remark(self, text: str) -> None:
        """Tells users what the rule did, if it applies in the end."""
        self._remarks.append(text)


def peephole(rule: Callable[[Site], object]) -> Callable[[Unit], None]:
    """Makes a pass of a rule, which returns the operation that replaces a statement's own, or
    None. It is applied to every statement until it returns None."""

    def run(unit: Unit) -> None:
        for body in unit.bodies():
            statements, changed = [], False
            for statement in body.statements:
                while True:
                    site = Site(unit, statement)
                    operation = rule(site)
                    if operation is None or not unit.rewrite():
                        break
                    for text in site._remarks:
                        unit.remark(text, statement.position)
                    statement.operation.CopyFrom(operation)
                    statements += site._before
                    changed = changed or bool(site._before)
                statements.append(statement)
            if changed:
                copies = [ir.Statement.FromString(s.SerializeToString()) for s in statements]
                del body.statements[:]
                body.statements.extend(copies)

    return run


def operator(operation):
    """The name, element type and operands of a scalar operator; None of another operation."""
    if operation.name != "prim":
        return None
    symbol, elem, operands = operation.parts
    return symbol.symbol.decode(), elem.elem, list(operands.atoms.atoms)


def apply(symbol: str, elem: int, *operands):
    """The operation that applies a scalar operator."""
    return ir.Operation(name="prim", parts=[
        ir.Part(symbol=symbol.encode()), ir.Part(elem=elem), ir.Part(atoms=ir.Atoms(atoms=operands))])


_WIDTHS = {ir.I8: 8, ir.I16: 16, ir.I32: 32, ir.I64: 64}
_UNSIGNED = (ir.U8, ir.U16, ir.U32, ir.U64)


def integer(atom):
    """The value of an operand that is an integer constant, else None."""
    width = _WIDTHS.get(atom.type)
    if atom.var or width is None and atom.type not in _UNSIGNED:
        return None
    return atom.bits - (1 << width) if width and atom.bits >> width - 1 else atom.bits


def constant(elem: int, value: int):
    """The operand that is an integer constant of a type."""
    return ir.Atom(type=elem, bits=value & (1 << _WIDTHS.get(elem, 64)) - 1)


# ---- the service


def describe(plugin: Plugin):
    """The answer to the request that asks what the plugin is."""
    out = service.DescribeResponse(
        name=plugin.name, version=plugin.version, protocol=PROTOCOL,
        ir_oldest=IR_OLDEST, ir_newest=IR_NEWEST, complete=True)
    for p in plugin.passes:
        out.passes.add(**{"from": p.levels}, name=p.name, summary=p.summary, to=p.to,
                       options=p.options, constraints=p.constraints)
    return out


def run(plugin: Plugin, request):
    """The answer to the request that asks for a pass to be run on a program."""
    out, name, unit = service.RunResponse(), "", None
    try:
        if len(request.passes) != 1:
            raise Refused(f"a request has one pass, and this one has {len(request.passes)}")
        step = request.passes[0]
        name = getattr(step, "pass")
        found = next((p for p in plugin.passes if p.name == name), None)
        if found is None:
            raise Refused(f"plugin {plugin.name} has no pass {name!r}")
        unit = Unit(_program(request.program), name, {o.name: o.value for o in step.options}, request.target)
        found.run(unit)
        out.program = unit.program.SerializeToString()
        out.remarks.extend(unit.remarks)
        out.rewrites = unit.rewrites
        if request.knows_unchanged and out.program == request.program:
            out.program, out.unchanged = b"", True
    except Exception as e:  # of the pass: an answer, too
        panicked = not isinstance(e, Refused)
        out = service.RunResponse(failure=service.Failure(
            **{"pass": name}, function=unit.function if unit else "",
            message=f"{type(e).__name__}: {e}" if panicked else str(e),
            panicked=panicked, stack=traceback.format_exc() if panicked else ""))
    out.complete = True
    return out


def _program(encoded: bytes):
    try:
        program = ir.Program.FromString(encoded)
    except Exception as e:  # protobuf's own, which differ between its versions
        raise Refused(f"what was sent is no program that protocol buffers for Python read: {e}")
    if not program.complete:
        raise Refused("what was sent is no whole program")
    return program


def _serve(plugin: Plugin) -> None:
    if os.environ.get("LAMINA_PLUGIN") != "lamina.pass":
        sys.exit("this is a Lamina plugin, which a host starts: load it with lamina --plugin FILE")
    threading.Thread(target=_end_with_host, daemon=True).start()
    no_limit = [("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)]
    server = grpc.server(futures.ThreadPoolExecutor(4), options=no_limit)
    server.add_generic_rpc_handlers((
        _methods("lamina.pass.v1.PassService", {
            "Describe": (lambda _: describe(plugin), service.DescribeRequest),
            "Run": (lambda request: run(plugin, request), service.RunRequest)}),
        grpc.method_handlers_generic_handler("grpc.health.v1.Health", {
            "Check": grpc.unary_unary_rpc_method_handler(lambda _request, _context: b"\x08\x01")}),  # it serves
    ))
    path = os.path.join(os.environ["PLUGIN_UNIX_SOCKET_DIR"], "socket")
    server.add_insecure_port("unix:" + path)  # in a folder that only this user enters
    server.start()
    print(f"1|{PROTOCOL}|unix|{path}|grpc", flush=True)
    os.dup2(2, 1)  # what passes print goes to standard error
    server.wait_for_termination()


def _methods(name: str, methods):
    return grpc.method_handlers_generic_handler(name, {
        method: grpc.unary_unary_rpc_method_handler(
            lambda request, _context, answer=answer: answer(request),
            request_deserializer=request.FromString,
            response_serializer=lambda response: response.SerializeToString())
        for method, (answer, request) in methods.items()})


def _end_with_host() -> None:
    """Ends this process with its host, which cannot tell if it is killed."""
    pipe = os.environ.get("LAMINA_HOST_PIPE")
    if pipe is not None:
        os.read(int(pipe), 1)
        os._exit(1)
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(0.2)
    os._exit(1)
