import type { Pair, Sample } from '../sample.ts'

const entries = (pairs: readonly Pair[], write: (key: string, text: string) => string): string =>
  pairs.map(([key, text]) => `${write(key, text)}\n`).join('')
const resources = (pairs: readonly Pair[]): string =>
  `<resources>\n${entries(pairs, (key, text) => `    <string name="${key}">${text}</string>`)}</resources>\n`
const nest =
  (build: Sample['build']) =>
  (levels: number): string =>
    build([['ship', `${'<g id="1">'.repeat(levels)}A1${'</g>'.repeat(levels)}`]])
const NEW_KEY = 'a pull writes the text under its new key'
const fault = (root: string) => [`<${root}>\n  <!-- a -- b -->\n</${root}>\n`, '2:10'] as const
const HARD = 'a "b" \\ \t & < > \' 😀👨‍👩‍👧 \u200F\u202Bx\u202C ]]> {0}'
const toContent = (line: string): string => line
const resx: Sample['build'] = pairs =>
  `<root>\n${entries(pairs, (key, text) => `  <data name="${key}"><value>${text}</value></data>`)}</root>\n`
const propertiesXml: Sample['build'] = pairs =>
  `<properties>\n${entries(pairs, (key, text) => `  <entry key="${key}">${text}</entry>`)}</properties>\n`
const stringsdict: Sample['build'] = pairs =>
  `<plist version="1.0">\n<dict>\n${entries(pairs, (key, text) => `\t<key>${key}</key>\n\t<string>${text}</string>`)}</dict>\n</plist>\n`
const xliff: Sample['build'] = (pairs, locale = 'de') =>
  `<xliff version="1.2"><file original="a" source-language="en" target-language="${locale}"><body>\n${entries(pairs, (key, text) => `<trans-unit id="${key}"><source>${text.toLowerCase()}</source><target>${text}</target></trans-unit>`)}</body></file></xliff>\n`
const qtLinguist: Sample['build'] = (pairs, locale = 'de') =>
  `<TS version="2.1" language="${locale}"><context>\n${entries(pairs, (key, text) => `<message id="${key}"><source>${text.toLowerCase()}</source><translation>${text}</translation></message>`)}</context></TS>\n`

export const XML_SAMPLES: Readonly<Record<string, Sample>> = {
  android: {
    source: `<?xml version="1.0" encoding="utf-8"?>
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
    build: resources,
    note: 'The title of the first screen',
    nest: nest(resources),
    fault: fault('resources'),
    escapes: 'a backslash stands before quotes and letters',
    losesFormer: NEW_KEY,
    laws: { toContent },
  },
  compose: {
    source: `<resources>
    <!-- The title of the first screen -->
    <string name="title">Harbour diary</string>
    <string name="greeting">Hello %1$s</string>
</resources>
`,
    build: resources,
    note: 'The title of the first screen',
    nest: nest(resources),
    fault: fault('resources'),
    escapes: 'a backslash stands before quotes and letters',
    losesFormer: NEW_KEY,
    laws: { toContent },
  },
  resx: {
    source: `<?xml version="1.0" encoding="utf-8"?>
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
    build: resx,
    note: 'The title of the first screen',
    nest: nest(resx),
    fault: fault('root'),
    losesFormer: NEW_KEY,
    laws: { hard: HARD, toContent },
  },
  'properties-xml': {
    source: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE properties SYSTEM "http://java.sun.com/dtd/properties.dtd">
<properties>
  <!-- The title of the first screen -->
  <entry key="title">Harbour diary</entry>
  <entry key="greeting">Hello {0}</entry>
</properties>
`,
    build: propertiesXml,
    note: 'The title of the first screen',
    nest: nest(propertiesXml),
    fault: fault('properties'),
    losesFormer: NEW_KEY,
    laws: { hard: HARD, toContent },
  },
  stringsdict: {
    source: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
\t<!-- The title of the first screen -->
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
    build: stringsdict,
    note: 'The title of the first screen',
    nest: nest(stringsdict),
    fault: fault('plist'),
    losesFormer: NEW_KEY,
    laws: { hard: HARD, toContent },
  },
  xliff: {
    source: `<?xml version="1.0" encoding="UTF-8"?>
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
    build: xliff,
    note: 'The title of the first screen',
    nest: nest(xliff),
    fault: fault('xliff'),
    laws: { hard: HARD, toContent },
  },
  'qt-linguist': {
    source: `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>Main</name>
    <message>
        <source>Harbour diary</source>
        <extracomment>The title of the first screen</extracomment>
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
    build: qtLinguist,
    note: 'The title of the first screen',
    nest: nest(qtLinguist),
    fault: fault('TS'),
    hasLongKeys: 'a key has a source string',
    laws: { hard: HARD, toContent: line => line.replace(/ type="\w+"/, '').trim() },
  },
}
