import { writingOf } from '../../locales/writing.ts'
import { memoize } from '../../memoize.ts'
import type { ParsedText } from '../../message/parsed-text.ts'
import { findOtherHan } from '../characters/han-variants.ts'
import { type CheckContext, defineCheck, type Fault } from '../define-check.ts'
import { wordsOf } from '../reading/variants.ts'

/**
 * The words that nearly every sentence of a language has, the commonest of buttons, and after the bar the letters of its words beside a to z; of Cyrillic and Arabic, all. Words that languages share
 * are in each of their lists: they tell nothing. Loans with other accents are names.
 */
const LANGUAGES: Readonly<Record<string, string>> = {
  en: 'the of and to in is are was were you your for with this that not be or it on from can will has have by at an if when all do does no as has its there please |',
  de: 'der die das und ist nicht ein eine einen einem einer eines sie ihre ihr ihren ihrem den dem des zu zum zur auf mit für von vom im in an am sind war wird werden wurde wurden kann können oder wenn auch nur noch diese dieser dieses diesen diesem bei nach aus wie als es ich keine kein keinen bitte alle über um vor wir haben hat sich so bis durch ob dass soll sollen möchten du dein deine deinen dir dich man weil damit konnte könnte mehr nichts etwas hier zwischen ihnen worden seit pro falls wieder deines deiner ihres seine speichern öffnen datei dateien löschen abbrechen schließen änderungen hinzufügen einstellungen bearbeiten suchen herunterladen anzeigen benutzer auswählen bestätigen suchergebnisse anmelden abmelden nachricht nachrichten hochladen entfernen fehlgeschlagen verbindung passwörter vergessen bericht berichten | äöüß',
  fr: 'le la les des du de un une et est sont pas vous votre vos pour dans sur avec ce cette ces cet qui que qu ne au aux par plus ou être il elle nous été peut peuvent ont en son sa ses tous toutes tout si lors afin veuillez aucun aucune se je tu ton ta tes sans leur leurs même où comme mais était sera car parce pu puis très ici lorsque sous depuis entre vers chaque déjà cela ira à là ça ni donc enregistrer ouvrir fichier fichiers supprimer annuler fermer ajouter paramètres utilisateur rechercher télécharger afficher envoyer choisir connexion déconnexion résultats élément éléments sélectionner continuer bienvenue téléverser réessayez supprimé | àâæçéèêëîïôœùûüÿ',
  es: 'el la los las de del un una y es son no su sus para por con que se en al lo este esta estos estas como más o tu tus ha han puede pueden todos todas si cuando sin está están ser también hay uno ya muy desde sobre le les qué te fue eso esto e entre hasta cada porque pudo pudieron aquí ahora antes después mientras algo nada solo sólo muchas muchos mucho guardar abrir archivo archivos eliminar cancelar cerrar cambios añadir ajustes configuración buscar descargar usuario seleccionar contraseña búsqueda mensajes mensaje bienvenido resultados continuar elemento configuraciones seleccione modificar | áéíñóúü',
  pt: 'o a os as de do da dos das um uma e é são não seu sua seus suas para por com que se em no na nos nas ao à aos este esta isso como mais ou você foi pode podem todos todas quando sem está ser também há já pelo pela esse essa ele ela te tu uns até muito só num numa lhe porque pôde aqui agora antes depois enquanto algo nada ainda mesmo deve guardar abrir salvar salva arquivo arquivos ficheiro ficheiros eliminar excluir cancelar fechar alterações adicionar configurações descarregar buscar usuário utilizador selecionar pesquisa mensagem mensagens resultados continuar elemento selecione modificar definições esqueceu | áâãàçéêíóôõú',
  it: 'il lo la i gli le di del della dei delle degli dell un una uno e è sono non per con che si in nel nella nei al alla ai alle da dal dalla questo questa questi queste come più o tuo tua tuoi ha hanno può essere tutti tutte se quando senza anche ogni sul sulla viene ed ad su cui ma era perché stato stata stati dopo prima ancora possibile impossibile già qui solo quello dove ci ne sui sulle nelle col salva apri modifiche annulla chiudi aggiungi impostazioni scarica utente seleziona risultati ricerca messaggio messaggi accedi benvenuto modificare rimuovere elemento dimenticata parola | àèéìíòóù',
  nl: 'de het een en is zijn niet van voor met op aan in te om dat die dit deze je jouw u uw of als er wordt worden kan kunnen bij naar door uit ook geen alle wel meer over heeft hebben nog wil moet was werd dan tot zo men hun al omdat kon hier nu na tijdens iets niets alleen maar voordat zodat daarmee onder geworden opslaan openen bestand bestanden verwijderen annuleren sluiten wijzigingen toevoegen instellingen bewerken zoeken gebruiker wachtwoord zoekresultaten bericht berichten selecteren inloggen doorgaan gebruikers gevonden opnieuw vergeten melding | áéèëêïíóöüû',
  sv: 'och att det är en ett som på av för med inte den de i till om har du din ditt dina från eller kan ska vill var när alla detta denna här ingen inga efter vid så men också blir måste ej än sig vi man inom under deras dess dig eftersom kunde nu innan något inget bara utan mer alltid därför över sedan inställningar ändringar lösenord sökresultat meddelande meddelanden markera användare fortsätt avbryt spara | åäöé',
  da: 'og at det er en et som på af for med ikke den de i til om har du din dit dine fra eller kan skal vil var når alle dette denne disse her ingen efter ved så men også bliver være kunne hvis der sig vi man dig end under fordi nu før noget intet kun uden mere altid derfor hvor indstillinger ændringer adgangskode søgeresultater meddelelse fortsæt annuller bruger melding | æøåéó',
  nb: 'og at det er en et som på av for med ikke den de i til om har du din ditt dine fra eller kan skal vil var når alle dette denne disse her ingen etter ved så men også blir være kunne hvis å der seg vi man deg enn under fordi nå før noe ingenting bare uten mer alltid derfor hvor innstillinger endringer passord søkeresultater melding fortsett avbryt bruker annuller meddelelse | æøåéóòô',
  fi: 'ja on ei se että tai kun jos ovat voi joka tämä tämän nämä sinun sen oli olla mutta myös vain kaikki ole niin kuin ennen jälkeen jotka voit sitä sekä mitään haluatko tätä tällä siitä jonka voidaan olet eivät tähän koska voitu tulee pitää jotta tällöin täällä vielä jo kuten sinulla vaan ilman saa asetukset tallenna muutokset poista tiedosto salasana hakutulokset kirjaudu lataa käyttäjä valitse peruuta jatka löytynyt | äöåšž',
  et: 'ja on ei see et või kui kas pole selle seda ka oma saab sa mis kõik ning ära siis aga veel ole need kuid pärast enne sul teie sinu nii sest saanud olnud kus juba enam palun võib peab midagi ainult jaoks sellest kustuta salvesta muudatused kasutaja | äöõüšž',
  lv: 'un ir nav lai vai ka ar no par uz tas šis šī jūs jūsu kas lūdzu var tiek pēc pirms visas visi nevar bet šo kā tā jau tikai savu jo bija kur vēl jums netika izdevās iestatījumi izmaiņas lietotājs ziņojums | āčēģīķļņšūž',
  lt: 'ir yra nėra kad su ar į iš ne tai šis ši jūs jūsų kaip bus gali arba po visi visos prašome kuris nuo bet šį tik jau savo šią buvo nes nepavyko dar čia jums galite reikia negalima nustatymai slaptažodis pakeitimus pranešimas naudotojas | ąčęėįšųūž',
  pl: 'i w na nie się jest do z to że są za od dla po przez ten ta te tego tej lub czy jak być został została zostały już może mogą jego jej twój twoje twoja wszystkie oraz aby ale przed które który która proszę o ze we co tym nad był było brak można ponieważ udało gdy ani więc teraz tutaj wszystko tylko każdy coś nic bez tak lecz zostanie zostaną kiedy będzie będą gdzie tu zapisz otwórz plik usuń anuluj zamknij zmiany dodaj ustawienia edytuj wyszukaj użytkownik wyniki wyszukiwania zaloguj wiadomość wiadomości prześlij zaznacz kontynuuj wyloguj pobierz znaleziono | ąćęłńóśźż',
  cs: 'a v na se je ne do z to že jsou za od pro po ten ta toto tento tato nebo jak být byl byla bylo byly již může mohou váš vaše všechny aby ale před které který která prosím o si pokud k s při není ve ze jako i u už bude co lze protože podařilo zde nyní když ani více jen bez tak vše jste nic nastavení uložit smazat soubory výsledky přihlásit přihlášení nahrát vybrat uživatel pokračovat odstranit nalezeno zapomněli | áčďéěíňóřšťúůýž',
  sk: 'a v na sa je ne do z to že sú za od pre po ten tá toto tento táto alebo ako byť bol bola bolo boli už môže môžu váš vaše všetky aby ale pred ktoré ktorý ktorá prosím o si ak k s pri nie vo zo i u bude čo pretože podarilo tu teraz keď ani viac len bez tak všetko ste nič nastavenia uložiť zmazať výsledky prihlásiť nahrať vybrať používateľ pokračovať odstrániť | áäčďéíĺľňóôŕšťúýž',
  sl: 'in v na se je ne do z to da so za od po ta ali kot biti bil bila bilo bili že lahko vaš vaše vse ampak pred ki prosimo o si če k s pri ni ste želite bo iz pa tudi tega u ker mogoče tukaj zdaj več samo brez tako nič ko nastavitve spremembe datoteka datoteke uporabnik sporočilo shrani | čšž',
  hr: 'i u na se je ne do iz to da su za od po ovaj ova ovo ili kao biti bio bila bilo već može mogu vaš vaše sve ali prije pre koji koja koje molimo o si ako s sa pri nije ste želite će a k bez još kada jer moguće ovdje sada više samo zato tako što ni nema postavke promjene datoteka datoteke korisnik lozinka spremi | čćđšž',
  hu: 'a az és hogy nem egy van is ez azt ki meg be le csak vagy ha volt kell lesz mint még már de minden ezt ezek után előtt lehet nincs biztosan ennek amely ami el fel sem kérjük mert lehetett itt most több nélkül ön nincsenek sikerült fog ezért beállítások változások mentése törlése bejelentkezés feltöltése letöltése felhasználó keresési kijelölése megváltozott találat | áéíóöőúüű',
  ro: 'și şi de la în cu pe nu este sunt un o care pentru din sau să se ai ale al acest această aceste acestea dacă fi poate pot dumneavoastră când toate prin mai după până fost nici ce a au va lui le vă dvs deoarece putut aici acum doar fără încă dar asta cum putea trebuie salva fișierul fișiere rezultatele căutării autentificare modificările selectează conectare utilizator parola modificare | ăâîșțşţ',
  tr: 've bir bu için ile de da mi mı değil olarak veya ne ise daha çok en sonra önce var yok tüm her olan gibi kadar lütfen emin misiniz ya edildi oldu bunu şu çünkü şimdi burada sadece ancak hiç şey göre ayrıca edilemedi ayarlar değişiklikleri dosyayı sonuçları fotoğraf kullanıcı bağlantı kaydet tümünü karanlık parola | çğıöşüâîû',
  vi: 'và là của không có được cho các một bạn này trong để với từ khi đã những hoặc sẽ vào người tất cả như đang | àáâãèéêìíòóôõùúýăđĩũơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ',
  id: 'dan yang di untuk dengan tidak ini anda ke dari adalah atau pada dalam akan ada telah dapat bisa jika sudah oleh semua saat harus lebih belum itu juga boleh tiada perlu karena disini sekarang hanya tanpa masih lagi saja setiap agar maka pengaturan perubahan pencarian pengguna batalkan lanjutkan simpan hapus unggah | é',
  ca: 'el la els les de del un una i és són no per amb que es en al aquest aquesta aquests com més o pot poden tots totes si quan sense està ser també hi ha ja des seu seva vostre als dels us cal ho podeu heu perquè pogut aquí ara només abans després cada encara molt on fins sobre eliminar cancelar buscar guardar salva abrir configuració contrasenya fitxers missatge continuar resultats modificar | àçèéíïòóúü',
  eu: 'eta da ez dira du bat hau zure duzu edo dute baina egin ere zuen den dago behar dituzu dela izan delako hemen orain soilik gabe baino arte duen ezin honek honekin honetan une hori ari batean | ñü',
  ru: 'и в не на что это с по для из как вы ваш ваши все или был была были есть от к у за о при если может можно только уже нет их его её быть чтобы этот эта эти того также после до вас вам когда который которые пожалуйста со во но вашего будет мы он она потому поэтому сейчас здесь больше удалось так где ещё еще ли сохранить изменения удалить настройки результаты сообщение загрузить выбрать отменить пользователь добавить закрыть соединение | абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  uk: 'і в не на що це з по для із як ви ваш ваші всі або був була були є від до у за про при якщо може можна тільки вже немає їх його її бути щоб цей ця ці також після вас вам коли який які та й будь ласка зі але буде ми він тому зараз тут більше вдалося так де ще чи лише зберегти видалити налаштування результати повідомлення завантажити вибрати скасувати користувач додати закрити спробуйте | абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  be: 'і ў не на што гэта з па для як вы ваш ваша усе або быў была былі ёсць ад да у за пра пры калі можа можна толькі ўжо няма іх яго яе быць каб гэты гэтая гэтыя таксама пасля які якія і вас вам | абвгдеёжзійклмнопрстуўфхцчшыьэюя',
  bg: 'и в не на че това с по за от как вие ваш вашия всички или беше са е до у към при ако може само вече няма ги му бъде да този тази тези също след преди ви когато който които моля се със във още но ще защото сега тук повече без така където запазване изтриване настройки търсенето съобщение качване забравена потребител добавяне връзката опитайте | абвгдежзийклмнопрстуфхцчшщъьюя',
  mk: 'и во не на дека ова со по за од како вие ваш сите или беше се е до кај при ако може само веќе нема ги му биде да овој оваа овие исто ќе кога кој кои ве бидејќи сега тука повеќе без така каде уште | абвгдѓежзѕијклљмнњопрстќуфхцчџш',
  ar: 'في من على إلى هل لم تم هذا هذه أن لا مع أو تريد كلمة ملف رسالة إعدادات الإعدادات حذف حفظ | ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيـ',
  fa: 'را از به در این شما است آیا کنید شد می با برای یا که چیزی تنظیمات پیام پرونده حذف | ءآأؤئابپتثجچحخدذرزژسشصضطظعغفقکكگلمنهةویي\u200C',
  sr: 'и у не на да ово са по за од као ви ваш све или је су до код при ако може само већ нема их му бити овај ова ови такође када који које молимо се није а јер зато сада овде више без тако где још што | абвгдђежзијклљмнњопрстћуфхцчџш',
}

const split = (part: 0 | 1): readonly (readonly [language: string, words: string])[] =>
  Object.entries(LANGUAGES).map(([language, line]) => [language, line.split('|')[part]?.trim() ?? ''])

export const FUNCTION_WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  split(0).map(([language, words]) => [language, new Set(words.split(' '))]),
)

const ANY_FUNCTION_WORD: ReadonlySet<string> = new Set([...FUNCTION_WORDS.values()].flatMap(words => [...words]))

/** A letter that a language does not have, by language. */
const FOREIGN_LETTER: ReadonlyMap<string, RegExp> = new Map(
  split(1).map(([language, letters]) => [language, new RegExp(`[^a-z${letters}\\p{M}]`, 'u')]),
)

export const language = defineCheck({
  id: 'language',
  level: 'warning',
  finds:
    'A translation in another language with the script of the locale, by its commonest words and its letters. In a text of at most five words, a long one is enough. Only the commonest languages are compared.',
  why: 'Files or rows were mixed up, and users read a language that they do not know.',
  examples: [
    {
      syntax: 'plain',
      locale: 'de',
      source: 'The file could not be saved because the disk is full.',
      good: 'Die Datei konnte nicht gesichert werden, weil die Festplatte voll ist.',
      bad: 'Le fichier n’a pas pu être enregistré, car le disque est plein.',
    },
  ],
  isNeeded: ({ locale }) => FUNCTION_WORDS.has(toList(locale)) || toList(locale) === 'ja',
  find,
})

/** The list of a locale: Bosnian, Croatian and Serbian in Latin letters have the same function words. */
const toList = memoize(500, (locale): string => {
  const { language: code, scripts } = writingOf(locale)
  if (code === 'bs' || code === 'sh' || (code === 'sr' && scripts.includes('Latin'))) return 'hr'
  return code === 'no' ? 'nb' : code === 'ms' ? 'id' : code
})

/** Function words of another language that tell, and how many of them there are for each of the locale. */
const MIN_WORDS = 2
/** Function words of the source's language that tell it: its words are in many names, so one of the locale proves the contrary. */
const MIN_SOURCE_WORDS = 3
/** Letters of these words together: a pair of short ones is a coincidence, such as "ses" and "et" in Turkish. */
const MIN_LETTERS = 7
const MIN_RATIO = 3
/** Words of a text in which one tells: of so many letters, and known, or with a letter that names in other languages hardly have. */
const MAX_SHORT = 5
const MIN_SURE = 6
/** Languages that share words: one tells only by its letters. */
const RELATED = ['ca es fr it pt ro', 'da nb sv', 'de en nl', 'et fi', 'cs hr pl sk sl', 'be bg mk ru sr uk'].map(
  line => line.split(' '),
)
const RARE = /[ąęłńśźżćřůěťďğışőűășțđơưạ-ỹāēīūģķļņįųėõþ\u0600-\u06FFіїєґўыэёъ]/
/** Most words that are read. */
const MAX_WORDS = 300

function* find({ forms, locale, sourceLocale }: CheckContext): Generator<Fault> {
  const own = toList(locale)
  const from = writingOf(locale).scripts.includes('Latin') ? toList(sourceLocale) : own
  for (const { source, target } of forms) {
    if (target.text === source.text) continue
    const other =
      own === 'ja'
        ? findOtherHan(wordsOf(target), 'Jpan', source.text) && 'zh'
        : (findLanguage(target, source.computeOnce(listWords), own) ?? findSourceLanguage(target, from, own))
    if (other === undefined) continue
    yield { message: `The translation looks like ${other}, not ${own}.`, fix: `Translate it into ${locale}.` }
    return
  }
}

const WORD = /[\p{L}\p{M}]+/gu
const listWords = (text: ParsedText): ReadonlySet<string> => new Set(readWords(text))
const readWords = (text: ParsedText): readonly string[] =>
  (wordsOf(text).match(WORD) ?? []).slice(0, MAX_WORDS).map(word => word.toLowerCase())

/** The language whose function words and letters a text has, if they are not those of the locale. Words of the source are names. */
function findLanguage(text: ParsedText, source: ReadonlySet<string>, own: string): string | undefined {
  const words = new Set(text.computeOnce(readWords).filter(word => word.length > 1 && !source.has(word)))
  const isShort = words.size <= MAX_SHORT
  const related = RELATED.find(group => group.includes(own))
  if (countStrange(words, own) < (isShort ? 1 : MIN_WORDS)) return undefined
  let best: { readonly language: string; readonly count: number } | undefined
  for (const [code] of FUNCTION_WORDS) {
    if (code === own) continue
    let count = 0
    let letters = 0
    let ownCount = 0
    let isSure = false
    const isRelated = related?.includes(code) === true
    for (const word of words) {
      if (tells(word, code, own)) {
        count += 1
        letters += word.length
        const isKnown = !isRelated && FUNCTION_WORDS.get(code)?.has(word) === true
        isSure ||= isShort && word.length >= MIN_SURE && (isKnown || RARE.test(word))
      } else if (tells(word, own, code)) ownCount += 1
    }
    if (!isSure && (count < MIN_WORDS || letters < MIN_LETTERS)) continue
    if (count < ownCount * MIN_RATIO || count <= (best?.count ?? 0)) continue
    best = { language: code, count }
  }
  return best?.language
}

/** The language of the source, if a text has only its function words: most of it is as in the source, or worded in another way. */
function findSourceLanguage(text: ParsedText, from: string, own: string): string | undefined {
  if (from === own) return undefined
  const words = [...text.computeOnce(listWords)].filter(word => word.length > 1)
  if (words.some(word => tells(word, own, from))) return undefined
  const known = words.filter(word => FUNCTION_WORDS.get(from)?.has(word) === true && tells(word, from, own))
  return known.length >= MIN_SOURCE_WORDS && known.join('').length >= MIN_LETTERS ? from : undefined
}

/** Words that another language has, and this one has not: most texts have none, so that no language is compared. */
function countStrange(words: Iterable<string>, own: string): number {
  const ownWords = FUNCTION_WORDS.get(own)
  const foreign = FOREIGN_LETTER.get(own)
  let count = 0
  for (const word of words) {
    if (ownWords?.has(word) !== true && (ANY_FUNCTION_WORD.has(word) || foreign?.test(word) === true)) count += 1
  }
  return count
}

/** Whether a word can be of one language and not of another: only one has it, or only the other lacks one of its letters. */
function tells(word: string, one: string, other: string): boolean {
  if (FOREIGN_LETTER.get(one)?.test(word) === true) return false
  if (FOREIGN_LETTER.get(other)?.test(word) === true) return true
  return FUNCTION_WORDS.get(one)?.has(word) === true && FUNCTION_WORDS.get(other)?.has(word) !== true
}
