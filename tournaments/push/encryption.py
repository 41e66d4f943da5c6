"""Encryption and signatures of push messages: RFC 8291, with the keys of RFC 8292 (VAPID).

The push service of the browser's maker delivers a message and cannot read it: only the browser has the key.
"""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    derive_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = SECP256R1()
# How many points it has (FIPS 186-4, D.1.2.3).
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
# Bytes: of a public key, of the secret that a browser shares with the site, and of a salt.
POINT_LENGTH, SECRET_LENGTH, SALT_LENGTH = 65, 16, 16
# Bytes of a record. Push services take messages of 4,096 bytes (RFC 8291, section 4).
RECORD_SIZE = 4096
# Bytes of a text: one record with its header of 86 bytes, an end mark and a tag of 16 bytes.
MAX_TEXT_LENGTH = RECORD_SIZE - 86 - 1 - 16
# RFC 8292 allows a day; push services with another clock get half of it.
SIGNATURE_LIFETIME = timedelta(hours=12)


def encode(data: bytes) -> str:
    """Return the bytes as base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Return the bytes of base64url, with or without padding; ValueError for another text."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def private_key_from(random: bytes) -> EllipticCurvePrivateKey:
    """Return the private key of 32 random bytes: their number, if it is below the order of the curve."""
    return derive_private_key(int.from_bytes(random, "big") % (ORDER - 1) or 1, CURVE)


def public_bytes(key: EllipticCurvePrivateKey) -> bytes:
    """Return the public key that belongs to a private one: an uncompressed point of 65 bytes."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


@dataclass(frozen=True)
class PhoneKeys:
    """What a browser tells of a subscription: its public key of 65 bytes, and a secret of 16 bytes."""

    public: bytes
    secret: bytes

    def __post_init__(self):
        """Raise ValueError for a point that is not on the curve, or a secret of another length."""
        if len(self.public) != POINT_LENGTH or len(self.secret) != SECRET_LENGTH:
            raise ValueError("a key or secret of another length")
        EllipticCurvePublicKey.from_encoded_point(CURVE, self.public)


def encrypt(text: bytes, phone: PhoneKeys, sender: EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """Return the body of the request to the push service: one record as in RFC 8188.

    `sender` is a key of this message alone and `salt` 16 random bytes: both are new for each message. Raises
    ValueError for a text of more than MAX_TEXT_LENGTH bytes.
    """
    if len(text) > MAX_TEXT_LENGTH:
        raise ValueError("the text is too long for one record")
    own = public_bytes(sender)
    shared = sender.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(CURVE, phone.public))
    secret = derive(phone.secret, shared, b"WebPush: info\0" + phone.public + own, 32)
    key = derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derive(salt, secret, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([POINT_LENGTH]) + own
    # 2 marks the last record.
    return header + AESGCM(key).encrypt(nonce, text + b"\x02", None)


def derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def sign(endpoint: str, site: EllipticCurvePrivateKey, contact: str, now: datetime) -> str:
    """Return the Authorization header with which the site names itself to a push service.

    `contact` is an address of the site's operator: mailto: or https:.
    """
    service = urlsplit(endpoint)
    claims = {
        "aud": f"{service.scheme}://{service.netloc}",
        "exp": int((now + SIGNATURE_LIFETIME).timestamp()),
        "sub": contact,
    }
    signed = ".".join(encode(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(site.sign(signed.encode(), ECDSA(hashes.SHA256())))
    signature = encode(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signed}.{signature},k={encode(public_bytes(site))}"
