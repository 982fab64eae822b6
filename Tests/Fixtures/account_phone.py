"""Stories of the account page about phone numbers as a way in, told by account.py."""

from vincula_server import PASSWORD


def new_number(me):
    return f"+1555010{next(me.NUMBERS):04}"


def wrong(code):
    return "000000" if code != "000000" else "000001"


def person(me, number):
    """The account that has a number, as an administrator sees it."""
    users = me.server.administer("lookup", {"phoneNumber": [number]}).get("users", [])
    return users[0] if users else None


def ask(me, number):
    """Has a code sent in the view that is shown, and returns it."""
    me.write("phone.number", number)
    me.press("phone.send")
    me.sees("code.title")
    me.page.get_by_text(me.t("code.texted", number=number), exact=True).first.wait_for()
    return me.server.text_codes(number)[-1]


def enter(me, code):
    me.write("code", code)
    me.press("continue")


def sign_in_by_phone(me, number):
    me.open()
    me.follow("phone.signIn")
    me.sees("phone.signIn")
    enter(me, ask(me, number))
    me.sees("account.title")


def phone_number(me):
    """A number signs up, is replaced, gets a password beside it, is removed after signing in with it once more; then it is free."""
    number, other = new_number(me), new_number(me)
    way = me.t("way.phone")
    me.open()
    me.follow("phone.signIn")
    me.sees("phone.signIn")
    me.look("phone-sign-in")
    me.write("phone.number", "5550100")
    me.press("phone.send")
    me.alerted("error.INVALID_PHONE_NUMBER")
    field = me.page.get_by_label(me.t("phone.number"), exact=True)
    me.check("the field with the fault", field.evaluate(
        "e => e === document.activeElement && e.ariaInvalid === 'true' && e.type === 'tel' && e.autocomplete === 'tel'"))
    me.write("phone.number", f"{number[:2]} ({number[2:5]}) {number[5:8]}-{number[8:]}")
    me.press("phone.send")
    me.sees("code.title")
    me.page.reload()
    me.sees("code.title")
    code = me.page.get_by_label(me.t("code"), exact=True)
    me.check("phones fill the code in", code.evaluate("e => e.autocomplete === 'one-time-code' && e.inputMode === 'numeric'"))
    first = me.server.text_codes(number)[-1]
    me.press("code.again")
    me.told("code.sentAgain", number=number)
    me.check("it is read out", me.page.locator("#status").get_attribute("role") == "status")
    codes = me.server.text_codes(number)
    me.check("another code", len(codes) == 2, codes)
    enter(me, wrong(codes[-1]))
    me.alerted("error.INVALID_TEXTED_CODE")
    me.look("phone-code-wrong")
    me.check("the wrong code has the focus", code.evaluate("e => e === document.activeElement && e.ariaInvalid === 'true'"))
    enter(me, f"{codes[-1][:3]} {codes[-1][3:]}")
    me.sees("account.title")
    me.check("signed up", [info["providerId"] for info in person(me, number)["providerUserInfo"]] == ["phone"])
    me.check("named by the number", me.page.get_by_text(me.t("signedInAs", name=number), exact=True).count() == 1)
    me.look("phone-account")
    if first != codes[-1]:
        me.check("the first code is still a code of its own", first in me.server.text_codes(number))

    me.follow("changePhone.title")
    me.sees("changePhone.title")
    me.look("phone-change")
    enter(me, ask(me, other))
    me.told("told.phoneChanged")
    me.check("replaced", person(me, number) is None and person(me, other) is not None)

    email = me.server.address("phone.beside")
    me.press(me.t("add.way", provider=me.t("way.password")), "link")
    me.sees("addPassword.title")
    me.write("email", email)
    me.write("password.new", PASSWORD)
    me.press(me.t("add.way", provider=me.t("way.password")))
    me.told("told.linked", provider=me.t("way.password"))
    me.look("phone-beside")
    refused = ["INVALID_PHONE_NUMBER", "INVALID_CODE"]
    if me.server.clock.path is not None:
        me.server.clock.forward(400)
        refused.append("CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    me.follow("remove.way", provider=way)
    me.sees("remove.title", provider=way)
    me.press("remove.way", provider=way)
    if me.server.clock.path is not None:
        me.sees("again.title")
        me.look("phone-again")
        me.press("code.send", number=other)
        me.sees("code.title")
        enter(me, me.server.text_codes(other)[-1])
    me.told("told.unlinked", provider=way)
    me.check("removed", me.providers(email) == ["password"], me.providers(email))
    # And added again, to an account that has none.
    me.press(me.t("add.way", provider=way), "link")
    me.sees("addPhone.title")
    enter(me, ask(me, other))
    me.told("told.linked", provider=way)
    me.check("added", me.providers(email) == ["password", "phone"], me.providers(email))
    me.check("no session is left over", me.places(email) == 1, me.places(email))
    me.quiet(*refused)


def phone_refused(me):
    """Codes that are too old or guessed at; a number of another account; an account with a second step; a country that is off."""
    number = new_number(me)
    me.open("#/phone-sign-in")
    me.sees("phone.signIn")
    code = ask(me, number)
    for _ in range(5):
        enter(me, wrong(code))
        me.alerted("error.INVALID_TEXTED_CODE")
    enter(me, code)
    me.alerted("error.SESSION_EXPIRED")
    refused = ["INVALID_CODE"] * 5 + ["SESSION_EXPIRED"]
    me.look("phone-guessed")
    me.press("code.again")
    me.told("code.sentAgain", number=number)
    if me.server.clock.path is not None:
        me.server.clock.forward(601)
        enter(me, me.server.text_codes(number)[-1] if me.server.text_codes(number) else code)
        me.alerted("error.SESSION_EXPIRED")
        refused.append("SESSION_EXPIRED")
        me.open("#/phone-sign-in")
        me.sees("phone.signIn")
        ask(me, number)
    enter(me, me.server.text_codes(number)[-1])
    me.sees("account.title")
    holder = person(me, number)["localId"]
    me.sign_out()

    # The number belongs to an account; another one cannot have it, but the person can switch.
    email = me.server.address("phone.taken")
    me.sign_up(email)
    me.press(me.t("add.way", provider=me.t("way.phone")), "link")
    me.sees("addPhone.title")
    enter(me, ask(me, number))
    me.sees("taken.title")
    me.page.get_by_text(me.t("taken.phone", number=number), exact=True).wait_for()
    me.look("phone-taken")
    me.check("nothing was linked", me.providers(email) == ["password"], me.providers(email))
    me.press("taken.switch")
    me.sees("account.title")
    me.check("switched", me.page.get_by_text(me.t("signedInAs", name=number), exact=True).count() == 1)
    me.sign_out()

    # With a second step, the number alone does not open the account.
    me.server.administer("update", {"localId": holder, "email": me.server.address("phone.two"), "emailVerified": True,
                                    "mfa": {"enrollments": [{"phoneInfo": new_number(me)}]}})
    me.open("#/phone-sign-in")
    me.sees("phone.signIn")
    enter(me, ask(me, number))
    me.alerted("error.UNSUPPORTED_FIRST_FACTOR")
    me.look("phone-second-step")
    refused.append("UNSUPPORTED_FIRST_FACTOR")
    me.quiet(*refused)
