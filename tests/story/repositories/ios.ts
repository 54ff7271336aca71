import type { Repository } from './repository.ts'

const CATALOG = String.raw`{
  "sourceLanguage" : "en",
  "strings" : {
    "" : {

    },
    "%lld days" : {
      "comment" : "Length of a route.",
      "localizations" : {
        "de" : {
          "variations" : {
            "plural" : {
              "one" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "%lld Tag"
                }
              },
              "other" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "%lld Tage"
                }
              }
            }
          }
        },
        "en" : {
          "variations" : {
            "plural" : {
              "one" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "%lld day"
                }
              },
              "other" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "%lld days"
                }
              }
            }
          }
        }
      }
    },
    "Close" : {

    },
    "dialog.close" : {
      "extractionState" : "manual",
      "localizations" : {
        "en" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "Close"
          }
        }
      }
    },
    "Hello, %@!" : {
      "comment" : "Greets a walker by name.",
      "localizations" : {
        "de" : {
          "stringUnit" : {
            "state" : "needs_review",
            "value" : "Hallo %@!"
          }
        },
        "ja" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "こんにちは、%@さん！"
          }
        }
      }
    },
    "Language" : {
      "localizations" : {
        "de" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "Sprache"
          }
        }
      }
    },
    "route.hint" : {
      "extractionState" : "manual",
      "localizations" : {
        "en" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "Don't forget your map.\nSave it offline."
          }
        }
      }
    },
    "Settings" : {
      "localizations" : {
        "ja" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "設定"
          }
        }
      }
    },
    "Trailhead" : {
      "shouldTranslate" : false
    }
  },
  "version" : "1.0"
}`

/** As it is after the first translation. */
const LANGUAGE = `    "Language" : {
      "localizations" : {
        "de" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "Sprache"
          }
        },
        "ja" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "Lángúágé"
          }
        }
      }
    },
`

const SOURCE = 'App/Localizable.xcstrings'

/** An iOS app, whose string catalog has all locales. */
export const IOS: Repository = {
  name: 'an iOS app',
  locales: ['de', 'ja'],
  files: {
    'App/App.swift': 'import SwiftUI\n\nText("Hello, \\(name)!")\n',
    'App.xcodeproj/project.pbxproj': '// !$*UTF8*$!\n',
    [SOURCE]: CATALOG,
  },
  sources: [SOURCE],
  translated: [SOURCE],
  edits: {
    [SOURCE]: [
      [String.raw`"Don't forget your map.\nSave it offline."`, `"Save your map offline."`],
      ['    "Settings" : {', '    "Routes" : {\n\n    },\n    "Settings" : {'],
      [LANGUAGE, ''],
      ['"dialog.close"', '"window.close"'],
    ],
  },
  first: String.raw`App/Localizable.xcstrings
@@
           }
+        },
+        "ja" : {
+          "variations" : {
+            "plural" : {
+              "other" : {
+                "stringUnit" : {
+                  "state" : "translated",
+                  "value" : "%lld dáys"
+                }
+              }
+            }
+          }
         }
@@
     "Close" : {
-
+      "localizations" : {
+        "de" : {
+          "stringUnit" : {
+            "state" : "translated",
+            "value" : "Clósé"
+          }
+        },
+        "ja" : {
+          "stringUnit" : {
+            "state" : "translated",
+            "value" : "Clósé"
+          }
+        }
+      }
     },
@@
       "localizations" : {
+        "de" : {
+          "stringUnit" : {
+            "state" : "translated",
+            "value" : "Clósé"
+          }
+        },
         "en" : {
@@
           }
+        },
+        "ja" : {
+          "stringUnit" : {
+            "state" : "translated",
+            "value" : "Clósé"
+          }
         }
@@
           "stringUnit" : {
-            "state" : "needs_review",
-            "value" : "Hallo %@!"
+            "state" : "translated",
+            "value" : "Hélló, %@!"
           }
@@
           }
+        },
+        "ja" : {
+          "stringUnit" : {
+            "state" : "translated",
+            "value" : "Lángúágé"
+          }
         }
@@
       "localizations" : {
+        "de" : {
+          "stringUnit" : {
+            "state" : "translated",
+            "value" : "Dón't fórgét yóúr máp.\nSávé ít ófflíné."
+          }
+        },
         "en" : {
@@
           }
+        },
+        "ja" : {
+          "stringUnit" : {
+            "state" : "translated",
+            "value" : "Dón't fórgét yóúr máp.\nSávé ít ófflíné."
+          }
         }
@@
       "localizations" : {
+        "de" : {
+          "stringUnit" : {
+            "state" : "translated",
+            "value" : "Séttíngs"
+          }
+        },
         "ja" : {
`,
  second: String.raw`App/Localizable.xcstrings
@@
             "state" : "translated",
-            "value" : "Dón't fórgét yóúr máp.\nSávé ít ófflíné."
+            "value" : "Sávé yóúr máp ófflíné."
           }
@@
             "state" : "translated",
-            "value" : "Dón't fórgét yóúr máp.\nSávé ít ófflíné."
+            "value" : "Sávé yóúr máp ófflíné."
           }
@@
     "Routes" : {
-
+      "localizations" : {
+        "de" : {
+          "stringUnit" : {
+            "state" : "translated",
+            "value" : "Róútés"
+          }
+        },
+        "ja" : {
+          "stringUnit" : {
+            "state" : "translated",
+            "value" : "Róútés"
+          }
+        }
+      }
     },
`,
}
