/** "Translation" and "translated" in the languages that projects have, as the stems of their words, in lower case. */
const TRANSLATION =
  'translat|übersetz|traduc|traduct|traduit|traduç|traduz|traduk|tradott|vertaal|vertaling|översätt|oversæt|oversett|omset|þýðing|käänn|suomenn|tõlge|tõlk|tulkoj|vertim|išvers|tłumacz|przekład|překlad|přelož|preklad|prelož|prevod|prijevod|preved|превод|превед|перевод|перевед|переклад|пераклад|μετάφρ|μεταφρ|traducere|tradus|fordít|çevir|tercüme|tərcümə|tarjima|аударма|котормо|тәрҗемә|орчуул|itzul|česky|slovensky|हिंदी में|ترجم|תרגום|תרגמ|अनुवाद|भाषांतर|অনুবাদ|અનુવાદ|ਅਨੁਵਾਦ|மொழிபெயர்|అనువాద|ಅನುವಾದ|പരിഭാഷ|വിവർത്തന|පරිවර්තන|แปล|ແປ|បកប្រែ|ဘာသာပြန်|თარგმან|թարգման|bản dịch|dịch|terjemah|pagsasalin|salin|tafsiri|përkth|aistri|cyfieith|翻译|翻譯|译文|譯文|翻訳|訳文|語訳|번역|ትርጉም'

/** "Here is", at the start of an answer. */
const HERE =
  "here(?:'s| is| are| you go)|hier (?:ist|sind|is|zijn|bitte)|voici|voilà|aquí (?:está|tienes|tiene|va)|aqui (?:está|estão|vai)|segue|ecco|här är|her er|tässä|siin on|lūk|štai|oto|proszę|zde je|tady je|tu je|evo|ето|вот|ось|вось|ево|işte|budur|iată|íme|itt van|ορίστε|εδώ είναι|إليك|فيما يلي|هذا هو|در اینجا|این است|הנה|להלן|यहाँ|यहां|এখানে|இதோ|ఇదిగో|นี่คือ|đây là|dưới đây|berikut|inilah|narito|以下|下面|这是|這是|こちら|다음은|여기"

const SURE =
  'sure|of course|certainly|absolutely|natürlich|gerne|klar|sicher|selbstverständlich|bien sûr|bien entendu|certainement|claro|por supuesto|com certeza|certo|certamente|natuurlijk|zeker|självklart|naturligtvis|selvfølgelig|oczywiście|jasne|jistě|samozřejmě|samozrejme|természetesen|desigur|sigur|tabii|elbette|tentu|baik|naravno|seveda|конечно|разумеется|звичайно|звісно|разбира се|наравно|βεβαίως|φυσικά|بالطبع|بالتأكيد|البته|כמובן|בטח|ज़रूर|แน่นอน|もちろん|かしこまりました|当然|當然|好的|没问题|沒問題|물론|totta kai|tietysti|tietenkin|tất nhiên|dĩ nhiên|chắc chắn|בוודאי|авжеж|volontiers|con gusto|con piacere|z przyjemnością|с удовольствием|із задоволенням|बिल्कुल|com prazer'

/** A note in parentheses at the end, as models explain themselves. */
const NOTE =
  'note|observação|observación|hinweis|anmerkung|nota|remarque|opmerking|uwaga|poznámka|opomba|napomena|примечание|примітка|бележка|σημείωση|megjegyzés|notă|not|huomautus|huom|obs|anm|catatan|lưu ý|ملاحظة|یادداشت|הערה|टिप्पणी|หมายเหตุ|注|註|備考|참고'

/** A first line with the word "translation" before a colon or the end of the line. */
export const TRANSLATION_LINE = new RegExp(
  `^[^\\n:：]{0,80}?(?:${TRANSLATION})[^\\n:：]{0,40}(?:[:：]|\\n\\s*\\n)`,
  'iu',
)
/** A first sentence of Chinese, Japanese or Korean that says "this is the translation". */
export const TRANSLATION_SENTENCE = new RegExp(
  `^[^\\n。．.]{0,12}(?:こちら|以下|下面|这是|這是|다음은|여기)[^\\n。．.]{0,20}(?:翻訳|訳文|翻译|翻譯|译文|譯文|번역)[^\\n。．.]{0,20}[。．.]`,
  'u',
)
/** "Sure!" in the languages that projects have, before the translation. */
export const INTERJECTION = new RegExp(
  `^¡?(?:${SURE})(?:です|입니다)?(?![\\p{L}])[^\\n!！:：.。]{0,12}[!！]\\s*(?=\\S)|^(?:承知|了解|かしこまり)[^\\n。]{0,8}。\\s*(?=\\S)`,
  'iu',
)
/** What a source has whose translation may begin so. */
export const SURE_OF_SOURCE =
  /!|^\W*(?:sure|of course|certainly|absolutely|naturally|definitely|gladly|ok|okay|yes|great|clear)/i
/** A first line that says "here is" before a colon and a space. */
export const HERE_LINE = new RegExp(
  `^(?:[^\\n:：.!,]{1,20}[.!,，、。！] ?)?(?:${HERE})(?![\\p{L}])[^\\n:：]{0,60}[:：]\\s`,
  'iu',
)
export const NOTE_AT_END = new RegExp(`\\s?[(（[](?:${NOTE})\\s?[:：][^()（）]{5,}[)）\\]]\\s*$`, 'iu')
/** What a source has whose translation may speak of translations, or begin with "here". */
export const ABOUT_TRANSLATION = new RegExp(TRANSLATION, 'iu')
