import IdentityToolkit
import VinculaCore
import VinculaEngine

extension ProjectConfig.BlockingFunctions {
    /// Creates the administrators' view of a project's functions.
    init(_ settings: BlockingSettings) {
        self.init()
        let functions = settings.triggers.compactMap { trigger in settings[trigger].map { (trigger.rawValue, Trigger($0)) } }
        triggers = functions.isEmpty ? nil : Dictionary(functions) { first, _ in first }
        func flag(_ isOn: Bool) -> Bool? { isOn ? true : nil }
        let forwarded = settings.forwarded
        guard forwarded != ForwardedCredentials() else { return }
        forwardInboundCredentials = ForwardInboundCredentials(
            idToken: flag(forwarded.idToken), accessToken: flag(forwarded.accessToken), refreshToken: flag(forwarded.refreshToken)
        )
    }

    /// Applies the fields that the mask covers; the functions are replaced as a whole.
    ///
    /// - Parameter check: Checks the address of a function that is new.
    /// - Throws: ``AuthError/invalidBlockingFunction(_:)``.
    func apply(
        to settings: inout BlockingSettings, mask: FieldMask, now: Timestamp, check: (String) throws(AuthError) -> Void
    ) throws(AuthError) {
        let path = "blockingFunctions.triggers"
        if mask.covers(path), triggers != nil || mask.namesOrHolds(path) {
            let old = settings
            for trigger in BlockingTrigger.allCases where triggers?[trigger.rawValue] == nil { settings[trigger] = nil }
            for (name, sent) in triggers ?? [:] {
                guard let trigger = BlockingTrigger(rawValue: name) else {
                    let names = BlockingTrigger.allCases.map(\.rawValue).joined(separator: ", ")
                    throw .invalidBlockingFunction("((Event type is invalid.)) The triggers are \(names).")
                }
                let url = sent.functionUri ?? ""
                if old[trigger]?.url != url { try check(url) }
                settings.set(url, for: trigger, now: now)
            }
        }
        let forwarded = forwardInboundCredentials
        func set(_ name: String, _ value: Bool?, _ field: WritableKeyPath<ForwardedCredentials, Bool>) {
            let path = "blockingFunctions.forwardInboundCredentials.\(name)"
            guard mask.covers(path), let value = value ?? (mask.namesOrHolds(path) ? false : nil) else { return }
            settings.forwarded[keyPath: field] = value
        }
        set("idToken", forwarded?.idToken, \.idToken)
        set("accessToken", forwarded?.accessToken, \.accessToken)
        set("refreshToken", forwarded?.refreshToken, \.refreshToken)
    }
}

extension ProjectConfig.BlockingFunctions.Trigger {
    fileprivate init(_ function: BlockingFunction) {
        self.init(functionUri: function.url, updateTime: function.updatedAt.rfc3339)
    }
}
