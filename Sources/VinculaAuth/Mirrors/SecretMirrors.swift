// What `dump`, debuggers and reports of crashes show of an object comes from its mirror. These show only what a log may have: no
// password, code or token, however deep, and of a person no more than the id.

extension Mirror {
    /// A mirror that shows these members of an object and nothing else of it, whatever it inherits.
    fileprivate init(of object: some CustomReflectable, _ members: KeyValuePairs<String, Any>) {
        self.init(object, children: members, displayStyle: .class, ancestorRepresentation: .suppressed)
    }
}

extension Locked: CustomReflectable {
    /// Shows nothing: most of what is guarded is a session or part of one.
    var customMirror: Mirror { Mirror(of: self, [:]) }
}

// MARK: Who is signed in

extension Auth: CustomReflectable {
    /// Shows the app's name and whose session it has.
    public var customMirror: Mirror {
        let user = state.withLock { $0.current }
        return Mirror(of: self, ["app": appName, "currentUser": user as Any])
    }
}

extension User: CustomReflectable {
    /// Shows the id and the ways in.
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
    /// Shows the provider and whether the account is new, and nothing of what the provider told.
    public var customMirror: Mirror { Mirror(of: self, ["providerID": providerID, "isNewUser": isNewUser]) }
}

extension AuthTokenResult: CustomReflectable {
    /// Shows the times and how the person signed in, and neither the token nor what it claims.
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
    /// Shows what the link is for, and not its code.
    public var customMirror: Mirror { Mirror(of: self, ["operation": operation]) }
}

extension ActionCodeSettings: CustomReflectable {
    /// Shows how the link is made, and not where it leads, which may have secrets of the app in its query.
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
    /// Shows the id and the kind of factor.
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
    /// Shows which app of which project it is, and where its server is.
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
    /// Shows nothing of what is kept.
    public var customMirror: Mirror { Mirror(of: self, [:]) }
}
