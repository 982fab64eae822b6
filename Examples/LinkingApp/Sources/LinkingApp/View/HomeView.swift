#if canImport(SwiftUI)
    public import SwiftUI

    /// The screen for people who are signed in.
    public struct HomeView: View {
        @Bindable var authenticationViewModel: AuthenticationViewModel

        /// Creates the screen.
        ///
        /// - Parameter authenticationViewModel: The state to show and the operations to offer.
        public init(authenticationViewModel: AuthenticationViewModel) {
            self.authenticationViewModel = authenticationViewModel
        }

        /// The screen's content.
        public var body: some View {
            NavigationStack {
                TabView {
                    VStack {
                        Text("Welcome \(authenticationViewModel.user?.title ?? "")").padding(.top, 32)
                        Spacer()
                    }
                    .tabItem { Label("Home", systemImage: "house.fill") }
                    ProfileView(authenticationViewModel: authenticationViewModel)
                        .tabItem { Label("Profile", systemImage: "person.fill") }
                }
                .navigationTitle("Home")
                .toolbar {
                    Button("Logout") { Task { await authenticationViewModel.logout() } }
                }
            }
            // Placed here, because linking happens not only in the profile but also when recovering from a collision.
            .alert(
                authenticationViewModel.isAccountLinked ? "Account linked!" : "Error",
                isPresented: $authenticationViewModel.showAlert
            ) {
                Button("OK") {}
            } message: {
                Text(
                    authenticationViewModel.isAccountLinked
                        ? "✅ You have linked your account" : "❌ \(authenticationViewModel.messageError ?? "")")
            }
        }
    }
#endif
