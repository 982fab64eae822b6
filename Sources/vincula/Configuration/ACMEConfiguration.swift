import Foundation
import VinculaACME
import VinculaServer

/// The certificate that the server gets for itself.
struct ACMEConfiguration: Sendable {
    let options: ACMEOptions
    /// The address of the port for plain HTTP; `nil` if there is none.
    let plainPort: ListenAddress?

    /// - Parameters:
    ///   - values: The settings.
    ///   - listen: The address that the server listens on.
    /// - Returns: `nil` if the server gets no certificate for itself.
    /// - Throws: ``ConfigurationError``.
    init?(_ values: SettingValues, listen: ListenAddress) throws {
        guard let email = values[\.tls.acme] else {
            let others: [(name: String, isSet: Bool)] = [
                (Settings.name(\.tls.acmeNames), !values[\.tls.acmeNames].isEmpty),
                (Settings.name(\.tls.acmeDirectory), values[\.tls.acmeDirectory] != .letsEncrypt),
                (Settings.name(\.tls.acmeHttpListen), values[\.tls.acmeHttpListen] != nil),
                (Settings.name(\.tls.acmeCaFile), values[\.tls.acmeCaFile] != nil),
                (Settings.name(\.tls.acmeKeyId), values[\.tls.acmeKeyId] != nil),
                (Settings.name(\.tls.acmeHmacKey), values[\.tls.acmeHmacKey] != nil),
            ]
            guard let other = others.first(where: \.isSet) else { return nil }
            throw ConfigurationError(\.tls.acme, "\(other.name) is set, but tls.acme is not.")
        }
        try Self.requireFitting(values)
        options = ACMEOptions(
            directory: values[\.tls.acmeDirectory], email: email, names: try Self.names(values),
            caFile: values[\.tls.acmeCaFile].map { URL(filePath: $0) }, externalAccount: try Self.externalAccount(values),
            userAgent: "Vincula/\(VinculaServer.version)")
        plainPort =
            switch values[\.tls.acmeHttpListen] {
            case nil: ListenAddress(host: listen.host, port: 80)
            case .closed: nil
            case .address(let address): address
            }
        if let plainPort, plainPort.port != 0, plainPort.port == listen.port {
            throw ConfigurationError(
                \.tls.acmeHttpListen, "listen and tls.acmeHttpListen both use port \(plainPort.port); the first is for https.")
        }
    }

    /// Refuses settings that a certificate by ACME cannot work with.
    private static func requireFitting(_ values: SettingValues) throws {
        if values[\.dev] {
            throw ConfigurationError(
                \.tls.acme, "tls.acme is set, but a --dev server is reachable from this machine only: remove one of them.")
        }
        if values[\.behindProxy] {
            throw ConfigurationError(
                \.tls.acme,
                "tls.acme is set, but so is behindProxy: with a proxy, the proxy gets the certificate. Remove one of them.")
        }
        if values[\.tls.certificateFile] != nil || values[\.tls.keyFile] != nil {
            throw ConfigurationError(
                \.tls.acme, "tls.acme is set, but so is a certificate of your own (tls.certificateFile): remove one of them.")
        }
    }

    private static func names(_ values: SettingValues) throws -> [CertificateName] {
        guard let publicURL = values[\.publicUrl], let url = URL(string: publicURL), let host = url.host() else {
            throw ConfigurationError(
                \.publicUrl, "tls.acme needs publicUrl: set it to the URL that clients use, such as https://auth.example.com.")
        }
        guard url.scheme == "https" else {
            throw ConfigurationError(\.publicUrl, "tls.acme is set, but publicUrl is plain http: it must begin with https.")
        }
        let name: CertificateName
        do throws(CertificateName.Unfit) {
            name = try CertificateName(host)
        } catch {
            throw ConfigurationError(
                \.tls.acme, "tls.acme cannot get a certificate for publicUrl: \(host) \(error)")
        }
        let names = values[\.tls.acmeNames]
        guard !names.isEmpty else { return [name] }
        guard names.contains(name) else {
            throw ConfigurationError(
                \.tls.acmeNames,
                "tls.acmeNames does not contain \(name), the host of publicUrl: clients would refuse the certificate.")
        }
        return names
    }

    private static func externalAccount(_ values: SettingValues) throws -> ExternalAccount? {
        switch (values[\.tls.acmeKeyId], values[\.tls.acmeHmacKey]) {
        case (nil, nil): return nil
        case (let keyID?, let key?): return ExternalAccount(keyID: keyID, key: key)
        default:
            throw ConfigurationError(
                \.tls.acmeKeyId,
                "tls.acmeKeyId and tls.acmeHmacKey belong together; the key has no flag: set VINCULA_TLS_ACME_HMAC_KEY.")
        }
    }
}

extension ListenAddress {
    /// The address without any setting.
    static let standard = ListenAddress(host: "127.0.0.1", port: 9099)

    /// A port of all addresses of this machine.
    static func everywhere(port: Int) -> ListenAddress { ListenAddress(host: hasIPv6 ? "::" : "0.0.0.0", port: port) }

    /// Indicates whether this machine speaks IPv6, in which case IPv4 clients reach a port of `::`, too.
    private static let hasIPv6: Bool = {
        #if canImport(Darwin)
            let descriptor = socket(AF_INET6, SOCK_STREAM, 0)
        #else
            let descriptor = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0
            }
        }
    }()
}
