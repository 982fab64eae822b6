import ArgumentParser
import Configuration

@main struct Vincula: AsyncParsableCommand {
    func run() async throws { print("hi") }
}
