extension MailTexts {
    static let spanish = MailTexts(
        resetPassword: Letter(
            subject: "Elige una nueva contraseña para {{app}}",
            lead: "Alguien, probablemente tú, pidió una nueva contraseña para la cuenta {{email}} de {{app}}.",
            button: "Elegir una nueva contraseña",
            after: ["Si no fuiste tú, no tienes que hacer nada: tu contraseña seguirá siendo la misma."]),
        verifyEmail: Letter(
            subject: "Confirma tu dirección de correo para {{app}}",
            lead: "Se creó una cuenta de {{app}} con la dirección {{email}}. Si la cuenta es tuya, confirma la dirección.",
            button: "Confirmar la dirección",
            after: ["Si no creaste esta cuenta, no confirmes la dirección."]),
        signIn: Letter(
            subject: "Inicia sesión en {{app}}",
            lead: "Alguien, probablemente tú, pidió un enlace para iniciar sesión en {{app}} como {{email}}.",
            button: "Iniciar sesión",
            after: [
                "Si no fuiste tú, no tienes que hacer nada. No compartas el enlace con nadie: funciona como una contraseña."
            ]),
        verifyAndChangeEmail: Letter(
            subject: "Confirma tu nueva dirección de correo para {{app}}",
            lead: "Alguien, probablemente tú, pidió cambiar la dirección de una cuenta de {{app}} a {{newEmail}}.",
            button: "Confirmar la nueva dirección",
            after: ["Si la cuenta no es tuya, no confirmes la dirección."]),
        recoverEmail: Letter(
            subject: "Se cambió tu dirección de correo para {{app}}",
            lead: "La dirección de tu cuenta de {{app}} se cambió de {{email}} a {{newEmail}}.",
            button: "Deshacer el cambio",
            after: ["Si la cambiaste tú, no tienes que hacer nada. Si no, deshaz el cambio y elige una nueva contraseña."]),
        revertSecondFactorAddition: Letter(
            subject: "Se añadió un segundo paso para iniciar sesión en {{app}}",
            lead:
                "A partir de ahora, para iniciar sesión en la cuenta {{email}} de {{app}} también hace falta un código de la aplicación de autenticación que se añadió.",
            button: "Quitar la aplicación de autenticación",
            after: [
                "Si la añadiste tú, no tienes que hacer nada. Si no, otra persona había iniciado sesión en tu cuenta: quita la aplicación y elige enseguida una nueva contraseña."
            ]),
        phoneFactorAdded: Letter(
            subject: "Se añadió un segundo paso para iniciar sesión en {{app}}",
            lead:
                "A partir de ahora, para iniciar sesión en la cuenta {{email}} de {{app}} también hace falta un código que se envía al teléfono que se añadió.",
            button: "Quitar el teléfono",
            after: [
                "Si lo añadiste tú, no tienes que hacer nada. Si no, otra persona había iniciado sesión en tu cuenta: quita el teléfono y elige enseguida una nueva contraseña."
            ]),
        phoneFactorRemoved: Letter(
            subject: "Se quitó un segundo paso para iniciar sesión en {{app}}",
            lead:
                "Se quitó un teléfono de la cuenta {{email}} de {{app}}. Ya no se piden los códigos que se le enviaban.",
            button: nil,
            after: ["Si no fuiste tú, elige enseguida una nueva contraseña y revisa tu cuenta."]),
        emailChanged: Letter(
            subject: "Se cambió tu dirección de correo para {{app}}",
            lead: "La dirección de una cuenta de {{app}} se cambió de {{email}} a {{newEmail}}.",
            button: nil,
            after: ["Si la cambiaste tú, no tienes que hacer nada. Si no, avisa al equipo de {{app}}."]),
        passwordChanged: Letter(
            subject: "Se cambió tu contraseña de {{app}}",
            lead:
                "Se cambió la contraseña de la cuenta {{email}} de {{app}} y se cerró la sesión en todos los demás dispositivos.",
            button: "Deshacer el cambio",
            after: [
                "Si fuiste tú, no tienes que hacer nada. Si no, {{#link}}deshaz el cambio y {{/link}}elige enseguida una nueva contraseña."
            ]),
        signInMethodAdded: Letter(
            subject: "Se añadió una forma de iniciar sesión en {{app}}",
            lead: "A partir de ahora se puede iniciar sesión con {{provider}} en la cuenta {{email}} de {{app}}.",
            button: "Quitar {{provider}}",
            after: [
                "Si fuiste tú, no tienes que hacer nada. Si no, otra persona había iniciado sesión en tu cuenta: quita {{provider}}, elige enseguida una nueva contraseña y revisa tu cuenta."
            ]),
        signInMethodRemoved: Letter(
            subject: "Se quitó una forma de iniciar sesión en {{app}}",
            lead: "Ya no se puede iniciar sesión con {{provider}} en la cuenta {{email}} de {{app}}.",
            button: "Deshacer la eliminación",
            after: [
                "Si fuiste tú, no tienes que hacer nada. Si no, {{#link}}deshaz la eliminación, {{/link}}elige enseguida una nueva contraseña y revisa tu cuenta."
            ]),
        accountRecovered: Letter(
            subject: "Se deshizo un cambio en tu cuenta de {{app}}",
            lead:
                "Se usó un enlace de un correo anterior para deshacer un cambio en la cuenta {{email}} de {{app}}. Se cerró la sesión en todos los dispositivos.{{#removed}} Se eliminó de la cuenta: {{removed}}.{{/removed}}",
            button: nil,
            after: [
                "Si no fuiste tú, otra persona puede leer tu correo. Elige una nueva contraseña para tu buzón y después para {{app}}."
            ]),
        secondFactorRemoved: Letter(
            subject: "Se quitó un segundo paso para iniciar sesión en {{app}}",
            lead: "Se quitó una aplicación de autenticación de la cuenta {{email}} de {{app}}. Ya no se piden sus códigos.",
            button: nil,
            after: ["Si no fuiste tú, elige enseguida una nueva contraseña y revisa tu cuenta."]),
        secondFactorGuessed: Letter(
            subject: "Es posible que alguien conozca tu contraseña de {{app}}",
            lead:
                "Se introdujeron muchos códigos erróneos seguidos para la cuenta {{email}} de {{app}}. Quien los introdujo había superado antes el primer paso, con la contraseña o de otra forma.",
            button: nil,
            after: ["Si no fuiste tú, elige enseguida una nueva contraseña y revisa tu cuenta."]),
        sessionKeyRefused: Letter(
            subject: "Alguien intentó usar tu sesión de {{app}} en otro dispositivo",
            lead:
                "Alguien intentó usar una copia de una sesión de la cuenta {{email}} de {{app}} sin la clave del dispositivo en el que se abrió. El intento se rechazó y no ha cambiado nada en la cuenta.",
            button: nil,
            after: [
                "Si acabas de pasar la aplicación a un dispositivo nuevo, vuelve a iniciar sesión en él. De lo contrario, puede que alguien haya copiado datos de tu dispositivo: comprueba que no tenga software malicioso y elige una contraseña nueva, que cierra la sesión en todos los dispositivos."
            ]),
        recoveryCodesMade: Letter(
            subject: "Tu cuenta de {{app}} tiene nuevos códigos de recuperación",
            lead:
                "Se crearon códigos de recuperación para la cuenta {{email}} de {{app}}. Si pierdes el teléfono, cada uno sirve una vez en lugar del código del segundo paso. Los códigos de recuperación creados antes ya no funcionan.",
            button: "Eliminar los códigos de recuperación",
            after: [
                "Si los creaste tú, no tienes que hacer nada. Si no, otra persona había iniciado sesión en tu cuenta: elimina los códigos y elige enseguida una nueva contraseña."
            ]),
        recoveryCodeUsed: Letter(
            subject: "Se usó un código de recuperación para iniciar sesión en {{app}}",
            lead:
                "Alguien, probablemente tú, inició sesión en la cuenta {{email}} de {{app}} con un código de recuperación. Códigos de recuperación que quedan: {{codesLeft}}.",
            button: nil,
            after: [
                "Si fuiste tú y has perdido el teléfono o la aplicación de autenticación, quítalos de tu cuenta y añade otros nuevos. Puedes crear nuevos códigos de recuperación cuando quieras.",
                "Si no fuiste tú, elige enseguida una nueva contraseña, crea nuevos códigos de recuperación y revisa tu cuenta.",
            ]),
        newDeviceSignIn: Letter(
            subject: "Nuevo inicio de sesión en tu cuenta de {{app}}",
            lead:
                "Alguien, probablemente tú, inició sesión en la cuenta {{email}} de {{app}} desde un dispositivo que no se había usado antes con ella.",
            button: "No fui yo",
            after: [
                "Si fuiste tú, no tienes que hacer nada.",
                "Si no, pulsa el botón. Se cerrará la sesión en todos los dispositivos y se eliminarán la contraseña, así como las formas de iniciar sesión y las aplicaciones de autenticación añadidas poco antes o después. Luego elige una nueva contraseña.",
            ]),
        undoing:
            "Al deshacer el cambio se cierra la sesión en todos los dispositivos. También se eliminan la contraseña, así como las formas de iniciar sesión y las aplicaciones de autenticación añadidas poco antes del cambio o después.",
        time: "Fecha y hora", place: "Dirección de red", device: "Dispositivo", anApp: "Aplicación", unknown: "sin datos",
        aPassword: "contraseña", anAuthenticator: "aplicación de autenticación", aPhoneFactor: "teléfono para códigos",
        theRecoveryCodes: "códigos de recuperación",
        colon: ":",
        orCopyTheLink: "Si el botón no funciona, abre esta dirección en un navegador:",
        orEnterTheCode: "O escribe este código donde pediste el correo:",
        notMyAccount: "Yo no creé esta cuenta",
        hour: "una hora", hours: "{{count}} horas", day: "un día", days: "{{count}} días",
        worksOnceFor: "El enlace es válido durante {{validity}} y solo se puede usar una vez.",
        sentBecause: "{{app}} te envía este correo en relación con tu cuenta.",
        repliesAreNotRead: "Las respuestas a esta dirección no se leen.")
}
