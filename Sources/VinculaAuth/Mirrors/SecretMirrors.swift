// `dump`, debuggers and crash reports show an object through its mirror. These mirrors show only what may be logged: no
// password, code or token at any depth, and no personal data beyond the ID.

extension Mirror {
    /// Creates a mirror that shows only these members of an object, and nothing it inherits.
    fileprivate init(of object: some CustomReflectable, _ members: KeyValuePairs<String, Any>) {
        self.init(object, children: members, displayStyle: .class, ancestorRepresentation: .suppressed)
    }
}

extension Locked: CustomReflectable {
    /// Shows nothing: most guarded values are a session or part of one.
    var customMirror: Mirror { Mirror(of: self, [:]) }
}

// MARK: Signed-in user

extension Auth: CustomReflectable {
    /// Shows the app's name and the user.
    public var customMirror: Mirror {
        let user = state.withLock { $0.current }
        return Mirror(of: self, ["app": appName, "currentUser": user as Any])
    }
}

extension User: CustomReflectable {
    /// Shows the ID and the sign-in methods.
    public var customMirror: Mirror {
        let (uid, isAnonymous, providers) = state.withLock { ($0.uid, $0.isAnonymous, $0.providers.map(\.providerID)) }
        return Mirror(of: self, ["uid": uid, "isAnonymous": isAnonymous, "providers": providers])
    }
}

extension AuthDataResult: CustomReflectable {
    /// Shows the user, the provider and whether the account is new.
    public var customMirror: Mirror {
        Mirror(of: self, ["user": user, "additionalUserInfo": additionalUserInfo as Any, "credential": credential as Any])
    }
}

extension AdditionalUserInfo: CustomReflectable {
    /// Shows the provider and whether the account is new, and none of the provider's data.
    public var customMirror: Mirror { Mirror(of: self, ["providerID": providerID, "isNewUser": isNewUser]) }
}

extension AuthTokenResult: CustomReflectable {
    /// Shows the times and the sign-in method, but neither the token nor its claims.
    public var customMirror: Mirror {
        Mirror(
            of: self,
            [
                "expirationDate": expirationDate, "authDate": authDate, "issuedAtDate": issuedAtDate,
                "signInProvider": signInProvider, "signInSecondFactor": signInSecondFactor,
            ])
    }
}

extension UserProfileChangeRequest: CustomReflectable {
    /// Shows nothing.
    public var customMirror: Mirror { Mirror(of: self, [:]) }
}

// MARK: Credentials and codes

extension AuthCredential: CustomReflectable {
    /// Shows the provider alone.
    public var customMirror: Mirror { Mirror(of: self, ["provider": provider]) }
}

extension OAuthProvider: CustomReflectable {
    /// Shows the provider alone.
    public var customMirror: Mirror { Mirror(of: self, ["providerID": providerID]) }
}

extension PhoneAuthProvider: CustomReflectable {
    /// Shows nothing.
    public var customMirror: Mirror { Mirror(of: self, [:]) }
}

extension ActionCodeURL: CustomReflectable {
    /// Shows the operation of the link, but not its code.
    public var customMirror: Mirror { Mirror(of: self, ["operation": operation]) }
}

extension ActionCodeSettings: CustomReflectable {
    /// Shows how the link is built, but not its destination, whose query may contain secrets of the app.
    public var customMirror: Mirror {
        Mirror(of: self, ["handleCodeInApp": handleCodeInApp, "linkDomain": linkDomain as Any])
    }
}

// MARK: Second factors

extension MultiFactor: CustomReflectable {
    /// Shows the factors.
    public var customMirror: Mirror { Mirror(of: self, ["enrolledFactors": enrolledFactors]) }
}

extension MultiFactorInfo: CustomReflectable {
    /// Shows the ID and the kind of factor.
    public var customMirror: Mirror { Mirror(of: self, ["uid": uid, "factorID": factorID]) }
}

extension MultiFactorSession: CustomReflectable {
    /// Shows nothing.
    public var customMirror: Mirror { Mirror(of: self, [:]) }
}

extension MultiFactorResolver: CustomReflectable {
    /// Shows the hints alone.
    public var customMirror: Mirror { Mirror(of: self, ["hints": hints]) }
}

extension MultiFactorAssertion: CustomReflectable {
    /// Shows the kind of factor alone.
    public var customMirror: Mirror { Mirror(of: self, ["factorID": factorID]) }
}

extension TOTPSecret: CustomReflectable {
    /// Shows nothing.
    public var customMirror: Mirror { Mirror(of: self, [:]) }
}

// MARK: Apps and storages

extension FirebaseApp: CustomReflectable {
    /// Shows the name and the options.
    public var customMirror: Mirror { Mirror(of: self, ["name": name, "options": options]) }
}

extension FirebaseOptions: CustomReflectable {
    /// Shows the app, its project and its server.
    public var customMirror: Mirror {
        let values = values.withLock { $0 }
        return Mirror(
            of: self,
            [
                "googleAppID": values.googleAppID, "projectID": values.projectID as Any,
                "serverURL": values.serverURL as Any,
            ])
    }
}

extension MemoryStorage: CustomReflectable {
    /// Shows none of the stored data.
    public var customMirror: Mirror { Mirror(of: self, [:]) }
}
