// The development server's stand-in for a provider's page: the form opens on demand, and can be sent once it has an address.
"use strict";

function toggleForm() {
  var form = document.getElementById('main-form');
  form.hidden = !form.hidden;
  if (!form.hidden) document.getElementById('email-input').focus();
}

(function () {
  var email = document.getElementById('email-input');
  var button = document.getElementById('sign-in');
  function check() {
    button.disabled = email.value === '' || !email.checkValidity();
  }
  document.querySelector('.js-new-account').addEventListener('click', toggleForm);
  email.addEventListener('input', check);
  email.addEventListener('change', check);
  document.getElementById('main-form').hidden = true;
  check();
})();
