import FirebaseCore

// Compiled, not run: `import FirebaseCore` alone brings Foundation, as it does upstream.

func foundationBesideCore(_ options: FirebaseOptions) -> URL? {
    options.databaseURL.flatMap { URL(string: $0) }
}
