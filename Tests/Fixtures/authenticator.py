"""Authenticator apps (RFC 6238)."""

import base64
import hmac
import struct
import time


def one_time_code(secret, now=None, later=0):
    """What an app shows at a time (now, if none is given), or will show in so many periods."""
    period = struct.pack(">Q", int(time.time() if now is None else now) // 30 + later)
    digest = hmac.new(base64.b32decode(secret), period, "sha1").digest()
    offset = digest[19] & 15
    return f"{(struct.unpack('>I', digest[offset:offset + 4])[0] & 0x7FFFFFFF) % 10**6:06}"
