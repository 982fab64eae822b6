import Foundation

/// The settings of password hashes.
struct HashSettings: Sendable {
    let threads = Setting(
        "hash.threads", "The number of threads that hash passwords.", in: 1...256,
        default: ProcessInfo.processInfo.activeProcessorCount, defaultWords: "the number of cores"
    ).details("Each uses the memory of one hash.")
    let memoryKib = Setting("hash.memoryKib", "Memory per hash, in KiB.", in: 8...4_194_304, default: 19_456)
    let passes = Setting("hash.passes", "Passes per hash.", in: 1...64, default: 2)
}

/// The limits of requests and connections.
struct LimitSettings: Sendable {
    let bodyBytes = Setting(
        "limits.bodyBytes", "The maximum size of an administrator's request body, in bytes.",
        in: 1024...(64 << 20), default: 4 << 20
    )
    .details("An import of 1000 accounts has to fit.")
    let appBodyBytes = Setting(
        "limits.appBodyBytes", "The maximum size of an app's request body, in bytes.",
        in: 1024...(64 << 20), default: 64 << 10, atMost: { $0.limits.bodyBytes }
    )
    .details("One with a SAML response may have up to 524,288.")
    let bodyMemoryBytes = Setting(
        "limits.bodyMemoryBytes", "The maximum memory for all request bodies in progress, in bytes.",
        in: 1024...(64 << 30), default: 64 << 20, atLeast: { $0.limits.bodyBytes }
    )
    .details(
        """
        It applies to the public port. One address gets at most a quarter of it (not under `--dev`); the admin port has a separate \
        budget of the same size, but at most 16 MiB.
        """)
    let jsonDepth = Setting("limits.jsonDepth", "The maximum nesting depth of a JSON body.", in: 4...256, default: 32)
    let headerBytes = Setting(
        "limits.headerBytes", "The maximum size of a request's headers, in bytes.", in: 1024...(1 << 20), default: 32 << 10)
    let idleSeconds = Setting(
        "limits.idleSeconds", "The timeout for an idle connection, in seconds.", in: 1...3600, default: 60)
    let bodySeconds = Setting(
        "limits.bodySeconds", "The timeout for receiving a request body, in seconds.", in: 1...3600, default: 30)
    let headerSeconds = Setting(
        "limits.headerSeconds", "The timeout for receiving a request's headers, in seconds.", in: 1...3600, default: 10)
    let writeSeconds = Setting(
        "limits.writeSeconds", "The timeout for a client that does not read its response, in seconds.", in: 1...3600, default: 30)
    let bytesPerSecond = Setting(
        "limits.bytesPerSecond", "The minimum rate at which clients must send and read, in bytes per second; 0 for none.",
        in: 0...(1 << 20), default: 500
    )
    .details("With 0, only the timeouts apply.")
    let connections = Setting(
        "limits.connections", "The maximum number of connections.", in: 1...1_000_000, default: 10_000
    )
    .details("It is lower if the system's limit on open files (`ulimit -n`) is less than this number plus 128.")
}

/// The settings of rate limits.
struct RateSettings: Sendable {
    let isOn = Setting(
        truth: "limits.rate", "Turn rate limits and guessing protection on or off: true or false.",
        defaultWords: "true; with --dev, false")
    let multiplier = Setting(
        "limits.rateMultiplier", "The factor by which the rate limits are multiplied.", in: 1...1000, default: 1
    )
    .details("It does not apply to wrong passwords.")
}

/// The life of sessions.
struct SessionSettings: Sendable {
    let idleDays = Setting(
        "sessions.idleDays", "Days without use after which a session ends; 0 for never.", in: 0...36_500, default: 90)
    let absoluteDays = Setting(
        "sessions.absoluteDays", "Days after which a session ends even if it is in use; 0 for never.", in: 0...36_500,
        default: 400)
}
