"""Encryption and signatures of push messages, against the example of RFC 8291 and against pywebpush."""

import json
from datetime import UTC, datetime

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from hypothesis import given
from hypothesis import strategies as st
from py_vapid import Vapid02

from tournaments.push.encryption import (
    MAX_TEXT_LENGTH,
    PhoneKeys,
    decode,
    encode,
    encrypt,
    private_key_from,
    public_bytes,
    sign,
)

NOW = datetime(2026, 11, 27, 19, 30, tzinfo=UTC)


def test_the_example_of_rfc_8291_gives_its_bytes():
    # Appendix A of the RFC.
    phone = PhoneKeys(
        decode("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        decode("BTBZMqHH6r4Tts7J_aSIgg"),
    )
    sender = private_key_from(decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    body = encrypt(
        b"When I grow up, I want to be a watermelon", phone, sender, decode("DGv6ra1nlYgDCS1FRnbzlw")
    )
    assert encode(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@given(st.binary(max_size=MAX_TEXT_LENGTH), st.binary(min_size=16, max_size=16))
def test_another_library_reads_every_message(text, salt):
    browser, secret = generate_private_key(SECP256R1()), b"s" * 16
    phone = PhoneKeys(public_bytes(browser), secret)
    body = encrypt(text, phone, generate_private_key(SECP256R1()), salt)
    assert http_ece.decrypt(body, private_key=browser, auth_secret=secret) == text
    assert len(body) <= 4096


def test_a_text_that_does_not_fit_into_one_record_is_refused():
    phone = PhoneKeys(public_bytes(generate_private_key(SECP256R1())), b"s" * 16)
    with pytest.raises(ValueError, match="too long"):
        encrypt(b"x" * (MAX_TEXT_LENGTH + 1), phone, generate_private_key(SECP256R1()), b"s" * 16)


@pytest.mark.parametrize(
    ("public", "secret"),
    [(b"", b"s" * 16), (b"\x04" + b"\0" * 64, b"s" * 16), (b"\x02" + b"\1" * 64, b"s" * 16)],
)
def test_keys_that_are_no_keys_are_refused(public, secret):
    with pytest.raises(ValueError):
        PhoneKeys(public, secret)


def test_a_secret_of_another_length_is_refused():
    with pytest.raises(ValueError):
        PhoneKeys(public_bytes(generate_private_key(SECP256R1())), b"s" * 15)


def test_another_library_accepts_the_signature_for_the_service_alone():
    site = generate_private_key(SECP256R1())
    header = sign("https://push.example:8443/send/abc?x=1", site, "mailto:hall@topcut.example", NOW)
    assert Vapid02.verify(header)
    head, claims, _signature = header.removeprefix("vapid t=").partition(",")[0].split(".")
    assert json.loads(decode(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(decode(claims)) == {
        "aud": "https://push.example:8443",
        "exp": int(datetime(2026, 11, 28, 7, 30, tzinfo=UTC).timestamp()),
        "sub": "mailto:hall@topcut.example",
    }
