const STRINGS = String.raw`<?xml version="1.0" encoding="utf-8"?>
<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">
    <string name="app_name" translatable="false">Trailhead</string>

    <!-- Start screen -->
    <string name="title_routes">Routes</string>
    <string name="title_settings">Settings</string>
    <!-- Greets a walker by name. -->
    <string name="greeting">Hello, <xliff:g id="name" example="Ada">%1$s</xliff:g>!</string>

    <!-- Route -->
    <string name="route_hint">Don\'t forget your map.\nSave it offline.</string>
    <string name="route_terms">Read the <b>rules</b> &amp; tips</string>
    <plurals name="route_days">
        <item quantity="one">%1$d day</item>
        <item quantity="other">%1$d days</item>
    </plurals>
    <string-array name="surfaces">
        <item>Gravel</item>
        <item>Rock</item>
    </string-array>

    <!-- Settings -->
    <string name="settings_language">Language</string>
    <string name="dialog_close">Close</string>
    <string name="settings_close">Close</string>
</resources>
`

const GERMAN = `<?xml version="1.0" encoding="utf-8"?>
<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">
    <!-- Startseite -->
    <string name="title_routes">Wege</string>
    <string name="greeting">Hallo <xliff:g id="name" example="Ada">%1$s</xliff:g>!</string>

    <string name="route_terms">Lies die <b>Regeln</b> &amp; Tipps</string>
    <plurals name="route_days">
        <item quantity="one">%1$d Tag</item>
        <item quantity="other">%1$d Tage</item>
    </plurals>
    <string name="settings_language">Sprache</string>
</resources>
`

const HEBREW = `<?xml version="1.0" encoding="utf-8"?>
<resources>
  <string name="title_routes">מסלולים</string>
  <plurals name="route_days">
    <item quantity="one">יום אחד</item>
    <item quantity="two">יומיים</item>
    <item quantity="other">%1$d ימים</item>
  </plurals>
</resources>
`

const MAIN = 'app/src/main/res'
const SOURCE = `${MAIN}/values/strings.xml`

/** An Android app: German and Hebrew are begun, in its older spelling; Brazilian Portuguese has no file. */
export const ANDROID = {
  locales: ['de', 'he', 'pt-BR'],
  files: {
    'settings.gradle.kts': 'include(":app")\n',
    'app/build.gradle.kts': 'plugins { id("com.android.application") }\n',
    [`${MAIN}/values/colors.xml`]: '<resources>\n    <color name="accent">#336699</color>\n</resources>\n',
    [SOURCE]: STRINGS,
    [`${MAIN}/values-de/strings.xml`]: GERMAN,
    [`${MAIN}/values-iw/strings.xml`]: HEBREW,
  },
  source: SOURCE,
  translated: [`${MAIN}/values-de/strings.xml`, `${MAIN}/values-iw/strings.xml`],
  /** What a developer replaces in the source: a string is changed, one is added, one removed, one renamed. */
  edits: [
    ['>Settings<', '>Preferences<'],
    [
      '    <string name="title_settings">',
      '    <string name="title_help">Help</string>\n    <string name="title_settings">',
    ],
    ['    <string name="route_terms">Read the <b>rules</b> &amp; tips</string>\n', ''],
    ['settings_language', 'settings_locale'],
  ],
  /** What git shows after the first translation: a line per file, and its hunks with one line around each. */
  first: String.raw`app/src/main/res/values-de/strings.xml
@@
     <string name="title_routes">Wege</string>
+    <string name="title_settings">Séttíngs</string>
     <string name="greeting">Hallo <xliff:g id="name" example="Ada">%1$s</xliff:g>!</string>
+    <string name="route_hint">Dón\'t fórgét yóúr máp.\nSávé ít ófflíné.</string>
 
@@
     </plurals>
+    <string-array name="surfaces">
+        <item>Grávél</item>
+        <item>Róck</item>
+    </string-array>
     <string name="settings_language">Sprache</string>
+    <string name="dialog_close">Clósé</string>
+    <string name="settings_close">Clósé</string>
 </resources>
app/src/main/res/values-iw/strings.xml
@@
 <?xml version="1.0" encoding="utf-8"?>
-<resources>
+<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">
   <string name="title_routes">מסלולים</string>
+  <string name="title_settings">Séttíngs</string>
+  <string name="greeting">Hélló, <xliff:g id="name" example="Ada">%1$s</xliff:g>!</string>
+  <string name="route_hint">Dón\'t fórgét yóúr máp.\nSávé ít ófflíné.</string>
+  <string name="route_terms">Réád thé <b>rúlés</b> &amp; típs</string>
   <plurals name="route_days">
@@
   </plurals>
+  <string-array name="surfaces">
+    <item>Grávél</item>
+    <item>Róck</item>
+  </string-array>
+  <string name="settings_language">Lángúágé</string>
+  <string name="dialog_close">Clósé</string>
+  <string name="settings_close">Clósé</string>
 </resources>
app/src/main/res/values-pt-rBR/strings.xml
@@
+<?xml version="1.0" encoding="utf-8"?>
+<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">
+    <string name="title_routes">Róútés</string>
+    <string name="title_settings">Séttíngs</string>
+    <string name="greeting">Hélló, <xliff:g id="name" example="Ada">%1$s</xliff:g>!</string>
+
+    <string name="route_hint">Dón\'t fórgét yóúr máp.\nSávé ít ófflíné.</string>
+    <string name="route_terms">Réád thé <b>rúlés</b> &amp; típs</string>
+    <plurals name="route_days">
+        <item quantity="one">%1$d dáys</item>
+        <item quantity="other">%1$d dáys</item>
+    </plurals>
+    <string-array name="surfaces">
+        <item>Grávél</item>
+        <item>Róck</item>
+    </string-array>
+
+    <string name="settings_language">Lángúágé</string>
+    <string name="dialog_close">Clósé</string>
+    <string name="settings_close">Clósé</string>
+</resources>
`,
  /** What git shows after the translation of the edited source. */
  second: String.raw`app/src/main/res/values-de/strings.xml
@@
     <string name="title_routes">Wege</string>
-    <string name="title_settings">Séttíngs</string>
+    <string name="title_help">Hélp</string>
+    <string name="title_settings">Préféréncés</string>
     <string name="greeting">Hallo <xliff:g id="name" example="Ada">%1$s</xliff:g>!</string>
@@
 
-    <string name="route_terms">Lies die <b>Regeln</b> &amp; Tipps</string>
     <plurals name="route_days">
@@
     </string-array>
-    <string name="settings_language">Sprache</string>
+    <string name="settings_locale">Sprache</string>
     <string name="dialog_close">Clósé</string>
app/src/main/res/values-iw/strings.xml
@@
   <string name="title_routes">מסלולים</string>
-  <string name="title_settings">Séttíngs</string>
+  <string name="title_help">Hélp</string>
+  <string name="title_settings">Préféréncés</string>
   <string name="greeting">Hélló, <xliff:g id="name" example="Ada">%1$s</xliff:g>!</string>
   <string name="route_hint">Dón\'t fórgét yóúr máp.\nSávé ít ófflíné.</string>
-  <string name="route_terms">Réád thé <b>rúlés</b> &amp; típs</string>
   <plurals name="route_days">
@@
   </string-array>
-  <string name="settings_language">Lángúágé</string>
+  <string name="settings_locale">Lángúágé</string>
   <string name="dialog_close">Clósé</string>
app/src/main/res/values-pt-rBR/strings.xml
@@
     <string name="title_routes">Róútés</string>
-    <string name="title_settings">Séttíngs</string>
+    <string name="title_help">Hélp</string>
+    <string name="title_settings">Préféréncés</string>
     <string name="greeting">Hélló, <xliff:g id="name" example="Ada">%1$s</xliff:g>!</string>
@@
     <string name="route_hint">Dón\'t fórgét yóúr máp.\nSávé ít ófflíné.</string>
-    <string name="route_terms">Réád thé <b>rúlés</b> &amp; típs</string>
     <plurals name="route_days">
@@
 
-    <string name="settings_language">Lángúágé</string>
+    <string name="settings_locale">Lángúágé</string>
     <string name="dialog_close">Clósé</string>
`,
} as const
