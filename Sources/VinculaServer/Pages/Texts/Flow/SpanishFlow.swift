extension FlowTexts {
    static let spanish = FlowTexts(
        handingOver: Notice(title: "Iniciando sesión", text: "Te llevamos de vuelta a {{app}}."),
        askedByApp: Notice(
            title: "¿Continuar a {{app}}?",
            text:
                "La aplicación {{receiver}} pide iniciar tu sesión en {{app}} con {{provider}}. Si no empezaste en esa aplicación, cierra esta página: no se pasará nada."
        ),
        askedByProgram: Notice(
            title: "¿Continuar a {{app}}?",
            text:
                "Un programa en este equipo ({{receiver}}) pide iniciar tu sesión en {{app}} con {{provider}}. Si no empezaste en un programa en el que confías, cierra esta página: no se pasará nada."
        ),
        done: Notice(title: "Listo", text: "Puedes cerrar esta ventana y volver a {{app}}."),
        appOpened: Notice(title: "Volver a {{app}}", text: "Si {{app}} no se abre, pulsa el botón."),
        windowGone: Notice(
            title: "{{app}} ya no está esperando",
            text:
                "La página que abrió esta ventana se cerró o cambió. Vuelve a {{app}} e inicia sesión otra vez."),
        noStorage: Notice(
            title: "Este navegador no guarda nada para este sitio",
            text:
                "No se puede pasar el inicio de sesión a {{app}}. Permite que este sitio guarde datos e inicia sesión otra vez."),
        needsScript:
            "Esta página necesita JavaScript para llevarte de vuelta a {{app}}. Actívalo e inicia sesión otra vez.",
        cancelled: Notice(
            title: "Inicio de sesión cancelado", text: "No permitiste que {{provider}} iniciara tu sesión en {{app}}."),
        refused: Notice(
            title: "{{provider}} no inició tu sesión", text: "{{provider}} rechazó el inicio de sesión en {{app}}."),
        unavailable: Notice(
            title: "No se puede contactar con {{provider}}",
            text: "Puede que se resuelva en un momento. No se ha cambiado nada."),
        busy: Notice(
            title: "El servidor está ocupado", text: "No se ha perdido nada: espera un momento e inténtalo otra vez."),
        invalid: Notice(
            title: "El inicio de sesión no funcionó",
            text: "No se pudo aceptar la respuesta de {{provider}}. No se ha cambiado nada."),
        lost: Notice(
            title: "Este inicio de sesión ya no está abierto",
            text:
                "Tardó demasiado, ya se completó o se empezó en otro navegador. Vuelve a la aplicación e inicia sesión otra vez."),
        unknownApp: Notice(
            title: "Aplicación desconocida", text: "Este servidor no conoce la aplicación que te envió aquí."),
        malformed: Notice(
            title: "Este enlace no funciona",
            text: "La aplicación pidió el inicio de sesión de una forma que no se admite."),
        addressNotAllowed: Notice(
            title: "No permitido desde allí",
            text: "{{app}} no permite iniciar sesión desde la dirección que te envió aquí. No se le ha enviado nada."),
        notOffered: Notice(
            title: "{{provider}} no se puede usar aquí",
            text: "El inicio de sesión en {{app}} con {{provider}} no está configurado."),
        noTextMessages: Notice(
            title: "Sin mensajes de texto",
            text: "Este servidor no envía mensajes de texto, así que {{app}} no puede verificar un número de teléfono."),
        tooOften: Notice(title: "Demasiados intentos", text: "Espera un rato y vuelve a intentarlo."),
        proving: Notice(
            title: "Un momento", text: "La aplicación {{receiver}} quiere que se te envíe un código por mensaje de texto."),
        provingWork:
            "Tu navegador está resolviendo un pequeño problema, que frena a los programas que envían mensajes en masa.",
        proven: Notice(
            title: "Listo", text: "Vuelve a {{app}}. Si no se abre sola, pulsa el botón."),
        notProven: Notice(title: "No ha funcionado", text: "Vuelve a {{app}} e inténtalo otra vez."),
        provingNeedsScript: "Esta página necesita JavaScript. Actívalo, vuelve a {{app}} e inténtalo otra vez.",
        continueToApp: "Continuar a {{app}}",
        tryAgain: "Intentar otra vez",
        backToApp: "Volver a {{app}}")
}
