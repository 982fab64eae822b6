import HTTPTypes

/// The report of a browser about where a request comes from (`Sec-Fetch-*`), which no script can change.
///
/// Browsers send it to https and to this machine; older ones, and programs, send nothing.
struct FetchMetadata: Hashable, Sendable {
    let site: String?
    let mode: String?
    let destination: String?

    init(_ headers: HTTPFields) {
        func value(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }
        site = value("Sec-Fetch-Site")
        mode = value("Sec-Fetch-Mode")
        destination = value("Sec-Fetch-Dest")
    }

    /// Indicates whether another site's page sends the request.
    var isCrossSite: Bool { site.map { $0 != "same-origin" && $0 != "none" } ?? false }

    /// Indicates whether a window of the browser goes to the address.
    var isVisit: Bool { mode == "navigate" && destination == "document" }
}
