import Crypto
import CryptoExtras
import X509
import CArgon2
import COpenSSL
