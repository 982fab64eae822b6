import ArgumentParser
import Foundation
import VinculaCore
import VinculaServer

/// `vincula openapi`
struct OpenAPI: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openapi", abstract: "Prints the OpenAPI description of the server's endpoints.",
        discussion: "A development server also serves it at /emulator/openapi.json.")

    @Option(help: "The URL at which clients reach the server.") var url = "http://127.0.0.1:9099"
    @Flag(help: "Include the paths that only `--dev` serves.") var dev = false

    func run() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        let description = try encoder.encode(try OpenAPIDescription.make(server: url, isDevelopment: dev))
        print(String(decoding: description, as: UTF8.self))
    }
}
