#!/usr/bin/python3
"""A plugin whose one pass, "stay", leaves the program as it is.

It uses TLS with its own key if the host offers TLS, following go-plugin's handshake.
Each time it starts, it appends a line to the file given as argument: with or without
TLS. A second argument is an OpenSSL configuration.
"""
import os, subprocess, sys, tempfile, time
from concurrent import futures

if len(sys.argv) > 2:
    os.environ["OPENSSL_CONF"] = sys.argv[2]

import grpc


def varint(n):
    out = b""
    while n > 127:
        out, n = out + bytes([n & 127 | 128]), n >> 7
    return out + bytes([n])


def field(number, value):
    """A field of a message: a number, or bytes."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def fields(message):
    """The fields of a message that are bytes."""
    at = 0

    def number():
        nonlocal at
        out, shift = 0, 0
        while True:
            byte = message[at]
            at += 1
            out |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return out

    while at < len(message):
        tag = number()
        size = number()
        if tag & 7 == 2:
            yield tag >> 3, message[at:at + size]
            at += size


COMPLETE = field(15, 1)


def describe(request, _):
    newest = 0
    for at in range(0, len(request), 2):  # three small numbers
        if request[at] >> 3 == 3:
            newest = request[at + 1]
    stay = field(1, b"stay") + field(2, b"leave everything as it is") + field(3, b"soac")
    return (field(1, b"python") + field(2, b"1") + field(3, 1) + field(4, 1) + field(5, newest) +
            field(6, stay) + COMPLETE)


def run(request, _):
    program = dict(fields(request))[1]
    return field(1, program) + COMPLETE


def methods(**behaviours):
    return {name: grpc.unary_unary_rpc_method_handler(f) for name, f in behaviours.items()}


def main():
    server = grpc.server(futures.ThreadPoolExecutor(4))
    server.add_generic_rpc_handlers((
        grpc.method_handlers_generic_handler("lamina.pass.v1.PassService", methods(Describe=describe, Run=run)),
        grpc.method_handlers_generic_handler("grpc.health.v1.Health", methods(Check=lambda *_: field(1, 1))),
    ))
    address = "unix:" + os.environ["PLUGIN_UNIX_SOCKET_DIR"] + "/socket"
    shown = ""
    host = os.environ.get("PLUGIN_CLIENT_CERT")
    with open(sys.argv[1], "a") as log:
        print("with TLS" if host else "without TLS", file=log)
    if host:
        with tempfile.TemporaryDirectory() as d:
            subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                            "-keyout", d + "/key", "-out", d + "/cert", "-subj", "/CN=localhost",
                            "-addext", "subjectAltName=DNS:localhost"], check=True, capture_output=True)
            key, cert = open(d + "/key", "rb").read(), open(d + "/cert", "rb").read()
        shown = "".join(line for line in cert.decode().splitlines() if "-----" not in line).rstrip("=")
        server.add_secure_port(address, grpc.ssl_server_credentials([(key, cert)], host.encode(), True))
    else:
        server.add_insecure_port(address)
    server.start()
    print("1|1|unix|" + address.removeprefix("unix:") + "|grpc|" + shown, flush=True)
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(0.2)


main()
