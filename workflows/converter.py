"""The one data converter of clients, workers and replayers."""

import dataclasses

from temporalio.contrib.pydantic import pydantic_data_converter
from temporalio.converter import DataConverter, DefaultFailureConverterWithEncodedAttributes

from workflows.codec import EncryptionCodec, parse_keys

data_converter: DataConverter = pydantic_data_converter


def build_converter(codec_keys: str | None) -> DataConverter:
    """The converter, encrypting payloads and failure texts when keys are given."""
    if not codec_keys:
        return data_converter
    return dataclasses.replace(
        data_converter,
        payload_codec=EncryptionCodec(parse_keys(codec_keys)),
        failure_converter_class=DefaultFailureConverterWithEncodedAttributes,
    )
