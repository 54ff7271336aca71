/** A small source file of each format, as projects write it: an ordinary text, one with a placeholder, and a plural where the format has plurals. */
export const SAMPLES: Readonly<Record<string, string>> = {
  android: `<?xml version="1.0" encoding="utf-8"?>
<resources>
    <!-- The title of the first screen -->
    <string name="title">Harbour diary</string>
    <string name="greeting">Hello %1$s</string>
    <plurals name="boats">
        <item quantity="one">%d boat</item>
        <item quantity="other">%d boats</item>
    </plurals>
</resources>
`,
  'apple-strings': `/* The title of the first screen */
"title" = "Harbour diary";
"greeting" = "Hello %@";
`,
  arb: `{
  "@@locale": "en",
  "title": "Harbour diary",
  "@title": { "description": "The title of the first screen" },
  "greeting": "Hello {name}"
}
`,
  compose: `<resources>
    <string name="title">Harbour diary</string>
    <string name="greeting">Hello %1$s</string>
</resources>
`,
  csv: `key,source,target
title,Harbour diary,
greeting,Hello {name},
`,
  'csv-multilingual': `keys,en,de
title,Harbour diary,
greeting,Hello {name},
`,
  fluent: `# The title of the first screen
title = Harbour diary
greeting = Hello { $name }
`,
  i18next: `{
  "title": "Harbour diary",
  "boats_one": "{{count}} boat",
  "boats_other": "{{count}} boats"
}
`,
  json: `{
  "home": { "title": "Harbour diary" },
  "greeting": "Hello {name}"
}
`,
  markdown: `# Harbour diary

Write down which boats came in.
`,
  mdx: `import { Boat } from './boat.jsx'

# Harbour diary

Write down which boats came in.
`,
  php: `<?php

return [
    // The title of the first screen
    'title' => 'Harbour diary',
    'greeting' => 'Hello :name',
];
`,
  po: `msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"

#. The title of the first screen
msgid "Harbour diary"
msgstr ""

#, c-format
msgid "%d boat"
msgid_plural "%d boats"
msgstr[0] ""
msgstr[1] ""
`,
  properties: `# The title of the first screen
title=Harbour diary
greeting=Hello {0}
`,
  rails: `en:
  title: Harbour diary
  boats:
    one: "%{count} boat"
    other: "%{count} boats"
`,
  resjson: `{
  "title": "Harbour diary",
  "_title.comment": "The title of the first screen",
  "greeting": "Hello {0}"
}
`,
  resx: `<?xml version="1.0" encoding="utf-8"?>
<root>
  <data name="Title" xml:space="preserve">
    <value>Harbour diary</value>
    <comment>The title of the first screen</comment>
  </data>
  <data name="Greeting" xml:space="preserve">
    <value>Hello {0}</value>
  </data>
</root>
`,
  stringsdict: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
\t<key>boats</key>
\t<dict>
\t\t<key>NSStringLocalizedFormatKey</key>
\t\t<string>%#@count@</string>
\t\t<key>count</key>
\t\t<dict>
\t\t\t<key>NSStringFormatSpecTypeKey</key>
\t\t\t<string>NSStringPluralRuleType</string>
\t\t\t<key>NSStringFormatValueTypeKey</key>
\t\t\t<string>d</string>
\t\t\t<key>one</key>
\t\t\t<string>%d boat</string>
\t\t\t<key>other</key>
\t\t\t<string>%d boats</string>
\t\t</dict>
\t</dict>
</dict>
</plist>
`,
  toml: `# The title of the first screen
title = "Harbour diary"

[boats]
one = "{{ .Count }} boat"
other = "{{ .Count }} boats"
`,
  typescript: `export default {
  // The title of the first screen
  title: 'Harbour diary',
  greeting: 'Hello {name}',
}
`,
  xcstrings: `{
  "sourceLanguage" : "en",
  "strings" : {
    "Harbour diary" : {
      "comment" : "The title of the first screen"
    },
    "Hello %@" : {

    }
  },
  "version" : "1.0"
}
`,
  xliff: `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file source-language="en" datatype="plaintext" original="app">
    <body>
      <trans-unit id="title">
        <source>Harbour diary</source>
        <note>The title of the first screen</note>
      </trans-unit>
      <trans-unit id="greeting">
        <source>Hello {{ name }}</source>
      </trans-unit>
    </body>
  </file>
</xliff>
`,
  yaml: `# The title of the first screen
title: Harbour diary
greeting: Hello {name}
`,
  'angular-json': `{
  "locale": "en-US",
  "translations": {
    "title": "Harbour diary",
    "greeting": "Hello {$INTERPOLATION}"
  }
}
`,
  banana: `{
  "@metadata": { "authors": ["A. Keeper"] },
  "title": "Harbour diary",
  "boats": "{{PLURAL:$1|one boat|$1 boats}}"
}
`,
  'go-i18n': `[
  { "id": "title", "description": "The first screen", "other": "Harbour diary" },
  { "id": "boats", "one": "{{.Count}} boat", "other": "{{.Count}} boats" }
]
`,
  inlang: `{
  "$schema": "https://inlang.com/schema/inlang-message-format",
  "title": "Harbour diary",
  "boats": [
    {
      "declarations": ["input count", "local countPlural = count: plural"],
      "selectors": ["countPlural"],
      "match": { "countPlural=one": "{count} boat", "countPlural=other": "{count} boats" }
    }
  ]
}
`,
  'json-messages': `{
  "title": { "message": "Harbour diary", "description": "The first screen" },
  "greeting": {
    "message": "Hello $NAME$",
    "placeholders": { "name": { "content": "$1" } }
  }
}
`,
  'po-monolingual': `msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"X-Crowdin-SourceKey: msgstr\\n"

msgid "home.title"
msgstr "Harbour diary"
`,
  'properties-xml': `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE properties SYSTEM "http://java.sun.com/dtd/properties.dtd">
<properties>
  <entry key="title">Harbour diary</entry>
  <entry key="greeting">Hello {0}</entry>
</properties>
`,
  'qt-linguist': `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>Main</name>
    <message>
        <source>Harbour diary</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n boat(s)</source>
        <translation>
            <numerusform>%n boat</numerusform>
            <numerusform>%n boats</numerusform>
        </translation>
    </message>
</context>
</TS>
`,
}
