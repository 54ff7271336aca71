import type { Repository } from './repository.ts'

const AUTH = `<?php

return [

    /*
    |--------------------------------------------------------------------------
    | Authentication Language Lines
    |--------------------------------------------------------------------------
    */

    'failed' => 'These credentials do not match our records.',
    'throttle' => 'Too many attempts. Try again in :seconds seconds.',

];
`

const AUTH_GERMAN = `<?php

return [

    /*
    |--------------------------------------------------------------------------
    | Anmeldung
    |--------------------------------------------------------------------------
    */

    'failed' => 'Diese Daten sind uns nicht bekannt.',

];
`

const MESSAGES = String.raw`<?php

return [
    // Greets a walker by name.
    'greeting' => 'Hello, :name!',
    'routes' => [
        'days' => 'one day|:count days',
        'found' => '{0} No routes|{1} One route|[2,*] :count routes',
        'hint' => "Don't forget your map.\nSave it offline.",
    ],
    'close' => 'Close',
    'dialog' => ['close' => 'Close', 'max' => 12],
    'settings' => [
        'language' => 'Language',
    ],
];
`

const MESSAGES_GERMAN = `<?php

return array(
  'greeting' => "Hallo :name!",
  'routes' => array(
    'days' => 'ein Tag|:count Tage',
  ),
  'settings' => array(
    'language' => 'Sprache',
  ),
);
`

/** A Laravel site: German is begun, in another style of arrays; Polish has no file. */
export const LARAVEL: Repository = {
  name: 'a Laravel site',
  locales: ['de', 'pl'],
  pipes: { pl: 3 },
  files: {
    'composer.json': '{ "require": { "laravel/framework": "^12.0" } }\n',
    'app/Models/Route.php': '<?php\n\nclass Route {}\n',
    'lang/en/auth.php': AUTH,
    'lang/en/messages.php': MESSAGES,
    'lang/de/auth.php': AUTH_GERMAN,
    'lang/de/messages.php': MESSAGES_GERMAN,
  },
  sources: ['lang/en/auth.php', 'lang/en/messages.php'],
  translated: ['lang/de/auth.php', 'lang/de/messages.php'],
  edits: {
    'lang/en/messages.php': [
      ["'Hello, :name!'", "'Welcome, :name!'"],
      ["        'hint' =>", "        'none' => 'No routes',\n        'hint' =>"],
      ["    'close' => 'Close',\n    'dialog'", "    'dialog'"],
      ["'language' =>", "'locale' =>"],
    ],
  },
  first: String.raw`lang/de/auth.php
@@
     'failed' => 'Diese Daten sind uns nicht bekannt.',
+    'throttle' => 'Tóó mány áttémpts. Try ágáín ín :seconds sécónds.',
 
lang/de/messages.php
@@
     'days' => 'ein Tag|:count Tage',
+    'found' => '{0} Nó róútés|{1} Óné róúté|[2,*] :count róútés',
+    'hint' => "Dón't fórgét yóúr máp.\nSávé ít ófflíné.",
   ),
+  'close' => 'Clósé',
+  'dialog' => array('close' => 'Clósé'),
   'settings' => array(
lang/pl/auth.php
@@
+<?php
+
+return [
+
+    'failed' => 'Thésé crédéntíáls dó nót mátch óúr récórds.',
+    'throttle' => 'Tóó mány áttémpts. Try ágáín ín :seconds sécónds.',
+
+];
lang/pl/messages.php
@@
+<?php
+
+return array(
+  'greeting' => 'Hélló, :name!',
+  'routes' => array(
+    'days' => 'óné dáy|:count dáys|:count dáys',
+    'found' => '{0} Nó róútés|{1} Óné róúté|[2,*] :count róútés',
+    'hint' => "Dón't fórgét yóúr máp.\nSávé ít ófflíné.",
+  ),
+  'close' => 'Clósé',
+  'dialog' => array('close' => 'Clósé'),
+  'settings' => array(
+    'language' => 'Lángúágé',
+  ),
+);
`,
  second: String.raw`lang/de/messages.php
@@
 return array(
-  'greeting' => "Hallo :name!",
+  'greeting' => "Wélcómé, :name!",
   'routes' => array(
@@
     'found' => '{0} Nó róútés|{1} Óné róúté|[2,*] :count róútés',
+    'none' => 'Nó róútés',
     'hint' => "Dón't fórgét yóúr máp.\nSávé ít ófflíné.",
   ),
-  'close' => 'Clósé',
   'dialog' => array('close' => 'Clósé'),
   'settings' => array(
-    'language' => 'Sprache',
+    'locale' => 'Sprache',
   ),
lang/pl/messages.php
@@
 return array(
-  'greeting' => 'Hélló, :name!',
+  'greeting' => 'Wélcómé, :name!',
   'routes' => array(
@@
     'found' => '{0} Nó róútés|{1} Óné róúté|[2,*] :count róútés',
+    'none' => 'Nó róútés',
     'hint' => "Dón't fórgét yóúr máp.\nSávé ít ófflíné.",
   ),
-  'close' => 'Clósé',
   'dialog' => array('close' => 'Clósé'),
   'settings' => array(
-    'language' => 'Lángúágé',
+    'locale' => 'Lángúágé',
   ),
`,
}
