"""An authenticator without hardware: makes passkeys and answers challenges as a browser would send them."""

import hashlib
import json
import secrets
import struct
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

ORIGIN = "https://www.example.com"
AGENT = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"
PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40
"""Flags of authenticator data (WebAuthn Level 3, section 6.1)."""


@dataclass
class Authenticator:
    """A device with one passkey; tests change what it answers."""

    origin: str = ORIGIN
    is_verifying: bool = True
    """Whether it verifies its owner by fingerprint or PIN."""
    handle: str = ""
    count: int = 0
    credential: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    client: dict[str, Any] = field(default_factory=dict)
    """What the browser says in another way than usual."""
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def register(self, options: str, **client: object) -> str:
        asked = json.loads(options)
        self.handle = asked["user"]["id"]
        numbers = self.key.public_key().public_numbers()
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")})
        attested = b"model of a device"[:16] + struct.pack(">H", len(self.credential)) + self.credential + public
        data = self._data(asked["rp"]["id"], ATTESTED) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        response = {
            "clientDataJSON": self._client("webauthn.create", asked["challenge"], **client),
            "attestationObject": bytes_to_base64url(attestation),
            "transports": ["internal", "hybrid", "unheard-of"],
        }
        return self._credential(response)

    def sign(self, options: str, **client: object) -> str:
        asked = json.loads(options)
        self.count += 1
        data = self._data(asked["rpId"])
        said = self._client("webauthn.get", asked["challenge"], **client)
        signed = data + hashlib.sha256(base64url_to_bytes(said)).digest()
        response = {
            "clientDataJSON": said,
            "authenticatorData": bytes_to_base64url(data),
            "signature": bytes_to_base64url(self.key.sign(signed, ec.ECDSA(hashes.SHA256()))),
            "userHandle": self.handle,
        }
        return self._credential(response)

    def _data(self, host: str, flags: int = 0) -> bytes:
        flags |= PRESENT | (VERIFIED if self.is_verifying else 0)
        return hashlib.sha256(host.encode()).digest() + struct.pack(">BI", flags, self.count)

    def _client(self, kind: str, challenge: str, **client: object) -> str:
        said = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return bytes_to_base64url(json.dumps(said | self.client | client).encode())

    def _credential(self, response: dict[str, Any]) -> str:
        name = bytes_to_base64url(self.credential)
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": response})
