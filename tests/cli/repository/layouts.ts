/** A small repository: its files, the translations that agents write, and what a pull then changes. */
export interface Layout {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
  /** The source files with the locales that have a file. */
  readonly detected: readonly (readonly [path: string, locales: string])[]
  /** The translation of each key that has none. */
  readonly translations: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  /** The added and removed lines of a pull, by path. */
  readonly changes: Readonly<Record<string, readonly string[]>>
}

export const LAYOUTS: readonly Layout[] = [
  {
    name: 'FormatJS JSON',
    files: {
      'package.json': '{"name": "web", "scripts": {"en": "x"}}\n',
      'src/en.ts': 'export const locale = "en"\n',
      'app/locales/en.json':
        '{\n  "nav.home": "Home",\n  "cart.items": "{count, plural, one {# item} other {# items}}",\n  "cart.hello": "Hello {name}"\n}\n',
      'app/locales/de.json': '{\n    "nav.home": "Startseite",\n    "cart.hello": "Hallo {name}"\n}\n',
    },
    detected: [['app/locales/en.json', 'de']],
    translations: { 'cart.items': '{count, plural, one {# Artikel} other {# Artikel}}' },
    changes: { 'app/locales/de.json': ['+    "cart.items": "{count, plural, one {# Artikel} other {# Artikel}}",'] },
  },
  {
    name: 'Browser extension',
    files: {
      '_locales/en/messages.json':
        '{\n  "name": {"message": "Tabs", "description": "Title"},\n  "open": {"message": "Open $N$", "placeholders": {"n": {"content": "$1"}}}\n}\n',
      '_locales/de/messages.json': '{\n  "name": {"message": "Reiter", "description": "Title"}\n}\n',
      'lib/i18n/en.i18n.json': '{"tabs(plural)": {"one": "Tab", "other": "Tabs"}}\n',
      'lib/i18n/de.i18n.json': '{"tabs(plural)": {"one": "Reiter", "other": "Reiter"}}\n',
    },
    detected: [['_locales/en/messages.json', 'de']],
    translations: { open: '$N$ öffnen' },
    changes: {
      '_locales/de/messages.json': [
        '-  "name": {"message": "Reiter", "description": "Title"}',
        '+  "name": {"message": "Reiter", "description": "Title"},',
        '+  "open": {"message": "$N$ öffnen", "placeholders": {"n": {"content": "$1"}}}',
      ],
    },
  },
  {
    name: 'Android',
    files: {
      'app/src/main/res/values/strings.xml':
        '<?xml version="1.0" encoding="utf-8"?>\n<resources>\n    <string name="app_name">Tusky</string>\n    <string name="hello">Hello %1$s</string>\n    <plurals name="posts">\n        <item quantity="one">%d post</item>\n        <item quantity="other">%d posts</item>\n    </plurals>\n</resources>\n',
      'app/src/main/res/values/colors.xml': '<resources><color name="red">#f00</color></resources>\n',
      'app/src/main/res/values-iw/strings.xml':
        '<?xml version="1.0" encoding="utf-8"?>\n<resources>\n    <!-- kept -->\n    <string name="app_name">טאסקי</string>\n    <plurals name="posts">\n        <item quantity="one">פוסט %d</item>\n        <item quantity="two">%d פוסטים</item>\n        <item quantity="other">%d פוסטים</item>\n    </plurals>\n</resources>\n',
    },
    detected: [['app/src/main/res/values/strings.xml', 'he']],
    translations: { hello: 'שלום %1$s' },
    changes: { 'app/src/main/res/values-iw/strings.xml': ['+    <string name="hello">שלום %1$s</string>'] },
  },
  {
    name: 'Rails YAML',
    files: {
      'config/locales/en.yml': 'en:\n  nav:\n    home: Home\n    about: About us\n',
      'config/locales/pl.yml': 'pl:\n  nav:\n    home: Start # kept\n',
      'config/database.yml': 'en:\n  adapter: sqlite\n',
    },
    detected: [['config/locales/en.yml', 'pl']],
    translations: { 'nav.about': 'O nas' },
    changes: { 'config/locales/pl.yml': ['+    about: O nas'] },
  },
  {
    name: 'gettext and Apple strings',
    files: {
      'shop/locale/shop.pot':
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Pay"\nmsgstr ""\n\nmsgid "Cart"\nmsgstr ""\n',
      'shop/locale/de/LC_MESSAGES/shop.po':
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\nmsgid "Pay"\nmsgstr "Bezahlen"\n\nmsgid "Cart"\nmsgstr ""\n',
      'ios/en.lproj/Localizable.strings':
        '/* Title */\n"title" = "Welcome";\n\n/* Button */\n"sign_out" = "Sign out";\n',
      'ios/de.lproj/Localizable.strings': '/* Title */\n"title" = "Willkommen";\n',
    },
    detected: [
      ['ios/en.lproj/Localizable.strings', 'de'],
      ['shop/locale/shop.pot', 'de'],
    ],
    translations: { Cart: 'Warenkorb', sign_out: 'Abmelden' },
    changes: {
      'ios/de.lproj/Localizable.strings': ['+', '+/* Button */', '+"sign_out" = "Abmelden";'],
      'shop/locale/de/LC_MESSAGES/shop.po': ['-msgstr ""', '+msgstr "Warenkorb"'],
    },
  },
]
