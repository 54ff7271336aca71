import type { Repository } from './repository.ts'

const ENGLISH = `# Texts of the whole site.
en:
  # Shown in every page's head.
  title: "Trailhead"
  buttons: &buttons
    save: Save
    close: Close
  dialog:
    <<: *buttons
    close: Close
  greeting: 'Hello, %{name}!' # name of the walker
  route:
    days:
      one: "%{count} day"
      other: "%{count} days"
    hint: |
      Don't forget your map.
      Save it offline.
    length: 12
  terms: >-
    Read the rules
    and tips.
  "yes": "Yes"
`

const GERMAN = `# Texte der Website.
de:
  title: "Trailhead"
  buttons: &buttons
    save: Speichern
  dialog:
    <<: *buttons
  route:
    days:
      one: "%{count} Tag"
      other: "%{count} Tage"
    length: 12
  "yes": "Ja"
`

const MODELS = `en:
  activerecord:
    models:
      route:
        one: Route
        other: Routes
    errors:
      too_long: "is too long (at most %{count} characters)"
`

/** A Rails site: German has one of its two files, Polish none. */
export const RAILS: Repository = {
  name: 'a Rails site',
  locales: ['de', 'pl'],
  files: {
    Gemfile: 'gem "rails"\n',
    'config/application.rb': 'module Trailhead; end\n',
    'config/locales/en.yml': ENGLISH,
    'config/locales/de.yml': GERMAN,
    'config/locales/models/en.yml': MODELS,
  },
  sources: ['config/locales/en.yml', 'config/locales/models/en.yml'],
  translated: ['config/locales/de.yml'],
  edits: {
    'config/locales/en.yml': [
      ['save: Save\n', 'save: Save changes\n    share: Share\n'],
      ['  "yes": "Yes"\n', ''],
      ['greeting:', 'welcome:'],
    ],
  },
  first: `config/locales/de.yml
@@
     save: Speichern
+    close: "Clósé"
   dialog:
     <<: *buttons
+    close: "Clósé"
+  greeting: "Hélló, %{name}!"
   route:
@@
       other: "%{count} Tage"
+    hint: |
+      Dón't fórgét yóúr máp.
+      Sávé ít ófflíné.
     length: 12
+  terms: >-
+    Réád thé rúlés ánd típs.
   "yes": "Ja"
config/locales/models/de.yml
@@
+de:
+  activerecord:
+    models:
+      route:
+        one: Róútés
+        other: Róútés
+    errors:
+      too_long: ís tóó lóng (át móst %{count} cháráctérs)
config/locales/models/pl.yml
@@
+pl:
+  activerecord:
+    models:
+      route:
+        one: Róútés
+        few: Róútés
+        many: Róútés
+        other: Róútés
+    errors:
+      too_long: ís tóó lóng (át móst %{count} cháráctérs)
config/locales/pl.yml
@@
+pl:
+  title: "Tráílhéád"
+  buttons: &buttons
+    save: "Sávé"
+    close: "Clósé"
+  dialog:
+    <<: *buttons
+    close: "Clósé"
+  greeting: "Hélló, %{name}!"
+  route:
+    days:
+      one: "%{count} dáys"
+      few: "%{count} dáys"
+      many: "%{count} dáys"
+      other: "%{count} dáys"
+    hint: |
+      Dón't fórgét yóúr máp.
+      Sávé ít ófflíné.
+    length: 12
+  terms: >-
+    Réád thé rúlés ánd típs.
+  "yes": "Yés"
`,
  second: `config/locales/de.yml
@@
   buttons: &buttons
-    save: Speichern
+    save: Sávé chángés
+    share: "Sháré"
     close: "Clósé"
@@
     close: "Clósé"
-  greeting: "Hélló, %{name}!"
+  welcome: "Hélló, %{name}!"
   route:
@@
     Réád thé rúlés ánd típs.
-  "yes": "Ja"
config/locales/pl.yml
@@
   buttons: &buttons
-    save: "Sávé"
+    save: "Sávé chángés"
+    share: "Sháré"
     close: "Clósé"
@@
     close: "Clósé"
-  greeting: "Hélló, %{name}!"
+  welcome: "Hélló, %{name}!"
   route:
@@
     Réád thé rúlés ánd típs.
-  "yes": "Yés"
`,
}
