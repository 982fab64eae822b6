"""What oauthlib asks of every provider of OAuth 1.0a."""

import threading

from oauthlib.oauth1 import RequestValidator


class Rules(RequestValidator):
    """Plain http, no nonce twice, any realm. Who the apps are, and which tokens they have, a provider says itself."""

    enforce_ssl = False
    client_key_length = (5, 64)
    access_token_length = (5, 128)
    dummy_client = dummy_request_token = dummy_access_token = "dummy"

    def __init__(self):
        super().__init__()
        self.lock, self.nonces = threading.Lock(), set()

    def validate_timestamp_and_nonce(self, client_key, timestamp, nonce, request, request_token=None, access_token=None):
        seen = (client_key, timestamp, nonce, request_token or access_token)
        with self.lock:
            if seen in self.nonces:
                return False
            self.nonces.add(seen)
        return True

    def validate_realms(self, client_key, token, request, uri=None, realms=None):
        return True
