// swift-format-ignore-file
// The snippets stand here as they stand in the seed.
// Seed 000's views, one version after the other. They are for iOS; on Linux scripts/check-apple.sh compiles them.

#if canImport(SwiftUI) && canImport(UIKit) && !os(tvOS) && !os(watchOS)
import SwiftUI

extension Seed000 {
    enum FirstViews {
        // 000-01
        struct ProfileView: View {
            @ObservedObject var authenticationViewModel: AuthenticationViewModel
            @State var textFieldEmail: String = ""
            @State var textFieldPassword: String = ""

            var body: some View {
                Form {
                    Section {
                        Button(action: {
                            print("Vincular Email y Password")
                        }, label: {
                            Label("Vincula Email", systemImage: "envelope.fill")
                        })
                        Button(action: {
                            print("Vincular Facebook")
                        }, label: {
                            Label("Vincula Facebook", image: "facebook")
                        })
                    } header: {
                        Text("Vincula otras cuentas a la sesión actual")
                    }
                }
            }
        }

        // 000-02
        struct HomeView: View {
            @ObservedObject var authenticationViewModel: AuthenticationViewModel

            var body: some View {
                NavigationView {
                    TabView {
                        VStack {
                            Text("Bienvenido \(authenticationViewModel.user?.email ?? "No user")")
                                .padding(.top, 32)
                            Spacer()
                        }
                        .tabItem {
                            Label("Home", systemImage: "house.fill")
                        }
                        ProfileView(authenticationViewModel: authenticationViewModel)
                            .tabItem {
                                Label("Profile", systemImage: "person.fill")
                            }
                    }
                    .navigationBarTitleDisplayMode(.inline)
                    .navigationTitle("Home")
                    .toolbar {
                        Button("Logout") {
                            authenticationViewModel.logout()
                        }
                    }
                }
            }
        }
    }

    enum SecondViews {
        // 000-08
        struct ProfileView: View {
            @ObservedObject var authenticationViewModel: AuthenticationViewModel

            var body: some View {
                Form {
                    Section {
                        Button(action: {
                            print("Vincular Email y Password")
                        }, label: {
                            Label("Vincula Email", systemImage: "envelope.fill")
                        })
                            .disabled(authenticationViewModel.isEmailAndPasswordLinked())
                        Button(action: {
                            print("Vincular Facebook")
                        }, label: {
                            Label("Vincula Facebook", image: "facebook")
                        })
                            .disabled(authenticationViewModel.isFacebookLinked())
                    } header: {
                        Text("Vincula otras cuentas a la sesión actual")
                    }
                }
                .task {
                    authenticationViewModel.getCurrentProvider()
                }
            }
        }
    }

    enum ThirdViews {
        // 000-14
        struct ProfileView: View {
            @ObservedObject var authenticationViewModel: AuthenticationViewModel

            var body: some View {
                Form {
                    Section {
                        Button(action: {
                            print("Vincular Email y Password")
                        }, label: {
                            Label("Vincula Email", systemImage: "envelope.fill")
                        })
                            .disabled(authenticationViewModel.isEmailAndPasswordLinked())
                        Button(action: {
                            authenticationViewModel.linkFacebook()
                        }, label: {
                            Label("Vincula Facebook", image: "facebook")
                        })
                            .disabled(authenticationViewModel.isFacebookLinked())
                    } header: {
                        Text("Vincula otras cuentas a la sesión actual")
                    }
                }
                .task {
                    authenticationViewModel.getCurrentProvider()
                }
                .alert(authenticationViewModel.isAccountLinked ? "¡Cuenta Vinculada!" : "Error", isPresented: $authenticationViewModel.showAlert, actions: {
                    Button("Aceptar") {
                        print("Dismiss Alert")
                    }
                }, message: {
                    Text(authenticationViewModel.isAccountLinked ? "✅ Acabas de vincular tu cuenta" : "❌ Error al Vincular la cuenta")
                })
            }
        }
    }

    enum LastViews {
        struct Expandable: View {
            // 000-20
            @State var expandVerificationWithEmailForm: Bool = false

            var body: some View { Toggle("", isOn: $expandVerificationWithEmailForm) }
        }

        // 000-21
        struct ProfileView: View {
            @ObservedObject var authenticationViewModel: AuthenticationViewModel
            @State var expandVerificationWithEmailForm: Bool = false
            @State var textFieldEmail: String = ""
            @State var textFieldPassword: String = ""

            var body: some View {
                Form {
                    Section {
                        Button(action: {
                            expandVerificationWithEmailForm.toggle()
                        }, label: {
                            Label("Vincula Email", systemImage: "envelope.fill")
                        })
                        .disabled(authenticationViewModel.isEmailAndPasswordLinked())
                        if expandVerificationWithEmailForm {
                            Group {
                                Text("Vincula tu correo elecrónico con la sesión que tienes actualmente iniciada")
                                    .tint(.secondary)
                                    .multilineTextAlignment(.center)
                                    .padding(.top, 2)
                                    .padding(.bottom, 32)
                                TextField("Añade tu correo electrónico", text: $textFieldEmail)
                                TextField("Añade tu contraseña", text: $textFieldPassword)
                                Button("Login") {
                                    authenticationViewModel.linkEmailAndPassword(email: textFieldEmail, password: textFieldPassword)
                                }
                                .padding(.top, 18)
                                .buttonStyle(.bordered)
                                .tint(.blue)
                                if let messageError = authenticationViewModel.messageError {
                                    Text(messageError)
                                        .bold()
                                        .font(.body)
                                        .foregroundColor(.red)
                                        .padding(.top, 20)
                                }
                            }
                        }
                        Button(action: {
                            authenticationViewModel.linkFacebook()
                        }, label: {
                            Label("Vincula Facebook", image: "facebook")
                        })
                            .disabled(authenticationViewModel.isFacebookLinked())
                    } header: {
                        Text("Vincula otras cuentas a la sesión actual")
                    }
                }
                .task {
                    authenticationViewModel.getCurrentProvider()
                }
                .alert(authenticationViewModel.isAccountLinked ? "¡Cuenta Vinculada!" : "Error", isPresented: $authenticationViewModel.showAlert, actions: {
                    Button("Aceptar") {
                        if authenticationViewModel.isAccountLinked {
                            expandVerificationWithEmailForm = false
                        }
                    }
                }, message: {
                    Text(authenticationViewModel.isAccountLinked ? "✅ Acabas de vincular tu cuenta" : "❌ Error al Vincular la cuenta")
                })
            }
        }
    }
}
#endif
