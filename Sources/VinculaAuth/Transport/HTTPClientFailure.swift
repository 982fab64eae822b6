#if os(Linux)
    import AsyncHTTPClient
    import Foundation
    import FoundationNetworking
    import NIOCore
    import NIOPosix
    import NIOSSL

    /// Converts failures of AsyncHTTPClient to `URLError`, which apps know.
    enum HTTPClientFailure {
        /// - Returns: A `URLError` that names the server, without the query, and has the cause under `NSUnderlyingErrorKey`.
        static func urlError(_ error: any Error, _ url: URL) -> URLError {
            if let error = error as? URLError { return error }
            var address = URLComponents(url: url, resolvingAgainstBaseURL: false)
            address?.query = nil
            return URLError(
                code(error),
                userInfo: [
                    NSUnderlyingErrorKey: error as NSError, NSURLErrorFailingURLErrorKey: address?.url as Any,
                    NSLocalizedDescriptionKey: "\(error)",
                ])
        }

        private static func code(_ error: any Error) -> URLError.Code {
            switch error {
            case is CancellationError: .cancelled
            case let error as HTTPClientError: code(error)
            case let error as NIOConnectionError:
                error.connectionErrors.isEmpty ? .cannotFindHost : .cannotConnectToHost
            case let error as NIOSSLError:
                if case .handshakeFailed = error { .secureConnectionFailed } else { .networkConnectionLost }
            case is NIOSSLExtraError: .serverCertificateUntrusted
            case is NIOTooManyBytesError: .dataLengthExceedsMaximum
            case let error as IOError:
                [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH].contains(error.errnoCode)
                    ? .cannotConnectToHost : .networkConnectionLost
            case is ChannelError: .networkConnectionLost
            default: .badServerResponse
            }
        }

        private static func code(_ error: HTTPClientError) -> URLError.Code {
            switch error {
            case .cancelled: .cancelled
            case .connectTimeout, .deadlineExceeded, .readTimeout, .writeTimeout, .getConnectionFromPoolTimeout,
                .tlsHandshakeTimeout, .httpProxyHandshakeTimeout, .socksHandshakeTimeout:
                .timedOut
            case .invalidURL, .emptyHost, .emptyScheme: .badURL
            case .proxyAuthenticationRequired: .cannotConnectToHost
            default: .networkConnectionLost
            }
        }
    }
#endif
