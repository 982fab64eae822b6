import FirebaseAuth

// Compiled, not run: `import FirebaseAuth` alone brings Foundation, as it does upstream. Nothing else is imported here.

func foundationAlongside(_ user: User) -> [String: NSObject] {
    let url: URL? = user.photoURL ?? URL(string: "https://example.com/")
    let date: Date = user.metadata.creationDate ?? Date(timeIntervalSince1970: 0)
    let email = user.email?.trimmingCharacters(in: .whitespaces).data(using: .utf8) ?? Data()
    let isLate = date.addingTimeInterval(60) < Date()
    return [
        "name": NSString(string: url?.absoluteString ?? ""), "late": NSNumber(value: isLate),
        "size": NSNumber(value: email.count),
    ]
}

func caught(_ error: any Error) -> String {
    let error = error as NSError
    return "\(error.domain) \(error.code) \(error.localizedDescription) \(error.userInfo[NSUnderlyingErrorKey] ?? "")"
}
