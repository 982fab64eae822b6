extension PageTexts {
    static let spanish = PageTexts(
        verify: Question(
            title: "Confirma tu dirección de correo",
            text: "El {{date}}, alguien creó una cuenta de {{app}} con la dirección {{email}}. Confírmala solo si fuiste tú.",
            button: "Confirmar la dirección"),
        verified: Notice(title: "Dirección confirmada", text: "{{email}} ahora pertenece a tu cuenta de {{app}}."),
        disown: Question(
            title: "¿Esta cuenta no es tuya?",
            text: "Quitaremos la dirección {{email}} de la cuenta y cerraremos la sesión de quien la creó.",
            button: "Quitar mi dirección"),
        disowned: Notice(title: "Dirección eliminada", text: "La cuenta ya no tiene tu dirección."),
        reset: Question(
            title: "Elige una nueva contraseña", text: "Para la cuenta {{email}} de {{app}}.", button: "Guardar la contraseña"),
        newPassword: "Nueva contraseña",
        rules: PasswordRules(
            heading: "Tu contraseña debe:", atLeast: "tener {{count}} caracteres como mínimo",
            atMost: "tener {{count}} caracteres como máximo", lowercase: "incluir una letra minúscula",
            uppercase: "incluir una letra mayúscula", digit: "incluir un número", symbol: "incluir un símbolo, como ! o #",
            notCommon: "ser distinta de las contraseñas más comunes y de tu dirección de correo",
            common: "ser más difícil de adivinar: es una de las contraseñas más comunes",
            ownWord: "ser algo más que tu dirección o el nombre de la aplicación",
            broken: "Esta contraseña aún no cumple los requisitos. Debe:"),
        wasReset: Notice(
            title: "Se guardó tu nueva contraseña",
            text: "Ya puedes iniciar sesión con ella. Se cerró la sesión en todos tus dispositivos."),
        signIn: Question(
            title: "Inicia sesión en {{app}}",
            text: "El {{date}}, alguien pidió este enlace desde {{address}}. Continúa solo si fuiste tú.",
            button: "Continuar en este dispositivo"),
        otherDevice: "¿Pediste el enlace en otro dispositivo? Entonces escribe tu dirección de correo.",
        yourAddress: "Tu dirección de correo",
        continueWithAddress: "Continuar con esta dirección",
        otherAddress: "El enlace se envió a otra dirección.",
        tooManyAddresses: "Se introdujeron demasiadas direcciones incorrectas. Pide un nuevo enlace.",
        change: Question(
            title: "Confirma tu nueva dirección",
            text:
                "La cuenta {{email}} de {{app}} pasará a tener la dirección {{newEmail}}. Confírmala solo si la cuenta es tuya.",
            button: "Confirmar la nueva dirección"),
        changed: Notice(
            title: "Dirección cambiada",
            text: "Tu cuenta de {{app}} ahora tiene la dirección {{newEmail}}. Vuelve a iniciar sesión."
        ),
        recover: Question(
            title: "¿Deshacer el cambio?",
            text:
                "Tu cuenta de {{app}} volverá a tener la dirección {{email}} en lugar de {{newEmail}}, y se cerrará la sesión en todos los dispositivos. Se eliminarán la contraseña de la cuenta y las formas de iniciar sesión añadidas en la semana anterior al cambio o después.",
            button: "Deshacer el cambio"),
        recovered: Notice(
            title: "Cambio deshecho",
            text:
                "Tu cuenta de {{app}} vuelve a tener la dirección {{email}}. Elige ahora una nueva contraseña: la anterior ya no funciona."
        ),
        revertSecondFactor: Question(
            title: "¿Quitar la aplicación de autenticación?",
            text:
                "Para iniciar sesión en tu cuenta {{email}} de {{app}} ya no hará falta un código de esta aplicación, y se cerrará la sesión en todos los dispositivos. Se eliminarán la contraseña de la cuenta y las formas de iniciar sesión añadidas en la semana anterior a la aplicación o después. Hazlo solo si no la añadiste tú.",
            button: "Quitar la aplicación"),
        secondFactorReverted: Notice(
            title: "Aplicación de autenticación eliminada",
            text:
                "Se cerró la sesión en todos los dispositivos. Elige ahora una nueva contraseña: la anterior ya no funciona."
        ),
        revertPhoneFactor: Question(
            title: "¿Quitar el teléfono?",
            text:
                "Para iniciar sesión en tu cuenta {{email}} de {{app}} ya no hará falta un código enviado a este teléfono, y se cerrará la sesión en todos los dispositivos. Se eliminarán la contraseña de la cuenta y las formas de iniciar sesión añadidas en la semana anterior al teléfono o después. Hazlo solo si no lo añadiste tú.",
            button: "Quitar el teléfono"),
        phoneFactorReverted: Notice(
            title: "Teléfono eliminado",
            text:
                "Se cerró la sesión en todos los dispositivos. Elige ahora una nueva contraseña: la anterior ya no funciona."
        ),
        revertSignInMethod: Question(
            title: "¿Quitar esta forma de iniciar sesión?",
            text:
                "Ya no se podrá iniciar sesión con {{provider}} en tu cuenta {{email}} de {{app}}, y se cerrará la sesión en todos los dispositivos. Se eliminarán la contraseña de la cuenta y las formas de iniciar sesión añadidas en la semana anterior o después. Hazlo solo si no añadiste tú {{provider}}.",
            button: "Quitar {{provider}}"),
        signInMethodReverted: Notice(
            title: "Forma de iniciar sesión eliminada",
            text: "Se cerró la sesión en todos los dispositivos. Elige ahora una nueva contraseña: la anterior ya no funciona."),
        revertSignInMethodRemoval: Question(
            title: "¿Recuperar esta forma de iniciar sesión?",
            text:
                "Se podrá volver a iniciar sesión con {{provider}} en tu cuenta {{email}} de {{app}}, y se cerrará la sesión en todos los dispositivos. Hazlo solo si no la quitaste tú.",
            button: "Recuperar {{provider}}"),
        signInMethodRestored: Notice(
            title: "Forma de iniciar sesión recuperada",
            text: "Se cerró la sesión en todos los dispositivos. Elige ahora una nueva contraseña: la anterior ya no funciona."),
        signInMethodIsTaken: "{{provider}} pertenece ahora a otra cuenta y no se puede recuperar.",
        revertPasswordChange: Question(
            title: "¿Deshacer el cambio de la contraseña?",
            text:
                "Tu cuenta {{email}} de {{app}} no tendrá contraseña hasta que elijas una nueva, y se cerrará la sesión en todos los dispositivos. Hazlo solo si no hiciste tú este cambio.",
            button: "Deshacer el cambio"),
        passwordReverted: Notice(
            title: "Cambio deshecho",
            text: "Se cerró la sesión en todos los dispositivos. Elige ahora una nueva contraseña: la anterior ya no funciona."),
        revertRecoveryCodes: Question(
            title: "¿Eliminar los códigos de recuperación?",
            text:
                "Los códigos de recuperación de tu cuenta {{email}} de {{app}} dejarán de funcionar, y se cerrará la sesión en todos los dispositivos. Se eliminarán la contraseña de la cuenta y las formas de iniciar sesión añadidas en la semana anterior a los códigos o después. Hazlo solo si no los creaste tú.",
            button: "Eliminar los códigos de recuperación"),
        recoveryCodesReverted: Notice(
            title: "Códigos de recuperación eliminados",
            text: "Se cerró la sesión en todos los dispositivos. Elige ahora una nueva contraseña: la anterior ya no funciona."),
        revertSignIn: Question(
            title: "¿No fuiste tú quien inició sesión?",
            text:
                "Se cerrará la sesión de tu cuenta {{email}} de {{app}} en todos los dispositivos. Se eliminarán la contraseña, así como las formas de iniciar sesión y las aplicaciones de autenticación añadidas poco antes de ese inicio de sesión o después. Hazlo solo si no fuiste tú.",
            button: "No fui yo"),
        signInReverted: Notice(
            title: "Sesión cerrada en todas partes",
            text:
                "Se cerró la sesión en todos los dispositivos. Elige ahora una nueva contraseña: la anterior ya no funciona."
        ),
        removesNow: "Se eliminará de la cuenta:", aPassword: "la contraseña",
        anAuthenticator: "una aplicación de autenticación, añadida el {{date}}",
        aPhoneFactor: "un teléfono para códigos, añadido el {{date}}",
        theRecoveryCodes: "los códigos de recuperación, creados el {{date}}",
        sendPasswordLink: "Recibir un enlace para elegir una nueva contraseña",
        signInAsBefore: "Se cerró la sesión en todos los dispositivos. Inicia sesión en {{app}} como lo hacías antes.",
        expired: Notice(title: "Este enlace caducó", text: "Estos enlaces solo funcionan durante poco tiempo."),
        used: Notice(title: "Este enlace ya no funciona", text: "Ya se usó, o un cambio posterior lo anuló."),
        unknown: Notice(
            title: "Este enlace no funciona", text: "Puede que le falte una parte. Ábrelo otra vez desde el correo."),
        disabled: Notice(title: "Esta cuenta está desactivada", text: "Ponte en contacto con el equipo de {{app}}."),
        taken: Notice(title: "Esta dirección ya está en uso", text: "Otra cuenta ya tiene esta dirección."),
        tooOften: Notice(title: "Demasiados intentos", text: "Espera un poco e inténtalo de nuevo."),
        failed: Notice(title: "Algo salió mal", text: "No se cambió nada. Inténtalo de nuevo dentro de un rato."),
        missing: Notice(
            title: "Aquí no hay ninguna página", text: "Puede que la dirección esté mal escrita o que la página se haya movido."),
        toStart: "Ir a la página de inicio",
        sendNewLink: "Recibir un nuevo enlace",
        newLinkSent: Notice(title: "Revisa tu correo", text: "Si la cuenta todavía existe, un nuevo enlace está en camino."),
        askInTheApp: "Pide uno nuevo en {{app}}.",
        continueTo: "Continuar a {{place}}",
        goToAccount: "Ir a tu cuenta", closePage: "Ya puedes cerrar esta página.",
        openApp: "Abrir la app",
        openAppText: "Este enlace es para la app. Si la tienes en este dispositivo, ábrela.",
        getTheApp: "Descargar la app en Google Play",
        goOnHere: "Continuar en el navegador",
        developmentServer: "Servidor de desarrollo")
}
