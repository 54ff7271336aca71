import { memoize } from '../../memoize.ts'

/**
 * The forms that Qt has for each language, in its order, with the CLDR category that each is closest to. Qt's table differs from CLDR: Hebrew has two forms,
 * Hungarian and Turkish one, and no language has a form for fractions. A language that the table lacks has one form.
 * https://doc.qt.io/qt-6/i18n-plural-rules.html
 */
const FORMS: readonly (readonly [forms: string, languages: string])[] = [
  [
    'one other',
    'aa ab af am as ay az ba bg bn br ca co da de el en eo es et eu fi fil fo fr fur fy gl gu ha he hi hy ia ie is it iw ka kk kl km kn ks ku kw ky la ' +
      'lb ln lo mg ml mn mr nb ne nl nn no nso oc or pa ps pt qu rm rn rw sd si sn so sq ss st sv sw ta te tg ti tk tl tn to ts ug ur uz vo wa wo xh yi zu',
  ],
  ['one few many', 'be pl ru uk'],
  ['one few other', 'bs cs hr lt mo ro sh sk sr'],
  ['one two other', 'dv ga gv ik iu mi mk sa se sm'],
  ['one two few other', 'gd sl'],
  ['zero one two few many other', 'ar'],
  ['one other zero', 'lv'],
  ['one few many other', 'mt'],
  ['zero one two many other', 'cy'],
]

const BY_LANGUAGE: ReadonlyMap<string, readonly string[]> = new Map(
  FORMS.flatMap(([forms, languages]) => languages.split(' ').map(language => [language, forms.split(' ')] as const)),
)

const ONE_FORM: readonly string[] = ['other']

const MAX_LOCALES = 500

/** Returns the CLDR category of each `<numerusform>` of a locale. */
export const getNumerusForms = memoize(
  MAX_LOCALES,
  (locale): readonly string[] => BY_LANGUAGE.get(locale.split(/[-_@]/)[0]?.toLowerCase() ?? '') ?? ONE_FORM,
)
