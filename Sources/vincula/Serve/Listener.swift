import Foundation
import NIOCore
import ServiceLifecycle
import VinculaCore

/// A port of the server. If it cannot be opened, the error names the setting and says what to do.
struct Listener: Service {
    let application: any Service
    /// The name of the setting that the address is from.
    let setting: String
    let host: String
    let port: Int

    func run() async throws {
        do {
            try await application.run()
        } catch let error as IOError {
            throw ConfigurationError(setting: setting, description: words(error.errnoCode))
        } catch is SocketAddressError.UnknownHost {
            throw ConfigurationError(
                setting: setting, description: "\(setting) is \(authority): there is no host with that name.")
        }
    }

    private var authority: String { ListenAddress(host: host, port: port).description }

    private func words(_ code: CInt) -> String {
        switch code {
        case EADDRINUSE:
            return """
                Port \(port) is in use: something is already listening on \(authority) (Firebase's emulator uses 9099, too). Stop it, \
                or choose another port with \(setting).
                """
        case EACCES, EPERM:
            return """
                Port \(port) needs privileges that this process does not have. Choose a port above 1023 with \
                \(setting), or allow it to use low ports (systemd: AmbientCapabilities=CAP_NET_BIND_SERVICE).
                """
        case EADDRNOTAVAIL:
            return "\(setting) is \(authority): this machine has no such address."
        default: return "\(setting) is \(authority): the server cannot listen there: \(SystemReason.text(code))."
        }
    }
}
