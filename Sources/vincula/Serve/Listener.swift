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
            throw ConfigurationError(setting: setting, description: Self.words(error.errnoCode, setting, address))
        } catch is SocketAddressError.UnknownHost {
            throw ConfigurationError(
                setting: setting, description: "\(setting) is \(address): there is no host with that name.")
        }
    }

    private var address: ListenAddress { ListenAddress(host: host, port: port) }

    /// The reason why an address cannot be listened on, and what to do.
    ///
    /// - Parameters:
    ///   - code: `errno`.
    ///   - setting: The name of the setting that the address is from.
    ///   - address: The address.
    static func words(_ code: CInt, _ setting: String, _ address: ListenAddress) -> String {
        switch code {
        case EADDRINUSE:
            return """
                Port \(address.port) is in use: something is already listening on \(address) (Firebase's emulator uses 9099, too). Stop it, \
                or choose another port with \(setting).
                """
        case EACCES, EPERM:
            return """
                Port \(address.port) needs privileges that this process does not have. Choose a port above 1023 with \
                \(setting), or allow it to use low ports (systemd: AmbientCapabilities=CAP_NET_BIND_SERVICE).
                """
        case EADDRNOTAVAIL:
            return "\(setting) is \(address): this machine has no such address."
        default: return "\(setting) is \(address): the server cannot listen there: \(SystemReason.text(code))."
        }
    }
}
