package import Logging
package import VinculaEngine

extension StoreUnavailable {
    /// The fields of the line in a running server's log.
    package var metadata: Logger.Metadata {
        var metadata: Logger.Metadata = [
            "reason": "\(words)", "error": "\(detail)",
            "next": "\(nextStep)\(endsByItself ? " No restart is needed." : "")",
        ]
        if let file { metadata["file"] = "\(file)" }
        return metadata
    }
}
