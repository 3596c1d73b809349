"""How every process of ours reaches Temporal."""

from temporalio.client import Client

from workflows.converter import build_converter


async def connect(address: str, namespace: str, codec_keys: str | None) -> Client:
    """A client with the one data converter.

    Args:
        address: host and port of the frontend.
        codec_keys: see ``workflows.codec.parse_keys``; None leaves payloads readable.
    """
    return await Client.connect(address, namespace=namespace, data_converter=build_converter(codec_keys))
