import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

/// Adds TLS beneath another protocol, with the certificate that is current at each handshake.
struct TLSChannel<Base: ServerChildChannel>: ServerChildChannel {
    /// The source of the certificate.
    enum Source {
        case files(ServerCertificate)
        case managed(ManagedCertificate)
    }

    let base: Base
    let source: Source

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            switch source {
            case .files(let certificate): try pipeline.addHandler(NIOSSLServerHandler(context: certificate.context))
            case .managed(let certificate): try pipeline.addHandler(ClientHelloGate(certificate: certificate))
            }
        }.flatMap {
            base.setup(channel: channel, logger: logger)
        }
    }

    func handle(value: Base.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}

extension ServerOptions {
    /// The source of the listener's certificate; `nil` for plain HTTP.
    func tlsSource<Base>(for base: Base.Type) -> TLSChannel<Base>.Source? {
        if let managedCertificate { return .managed(managedCertificate) }
        return certificate.map { .files($0) }
    }
}
