/** Frequent characters that only simplified Chinese writes, each followed by its traditional form. */
const PAIRS =
  '们們这這说說个個为為发發时時过過会會对對经經设設资資开開关關选選项項错錯误誤应應进進账帳户戶图圖显顯读讀写寫车車长長门門问問间間见見现現电電网網络絡页頁类類编編辑輯删刪链鏈连連' +
  '频頻视視题題认認证證识識请請输輸录錄载載机機级級权權标標签簽样樣专專业業东東两兩严嚴买買卖賣乐樂习習书書备備处處复復头頭实實审審导導尝嘗师師带帶帮幫库庫张張归歸当當态態总總恢恢战戰执執' +
  '扩擴报報择擇换換据據数數断斷无無旧舊条條检檢欢歡汇匯测測满滿热熱点點状狀环環监監盘盤码碼确確离離种種积積称稱稳穩简簡线線组組细細终終结結给給统統继繼续續维維缩縮联聯职職脑腦节節获獲' +
  '范範规規览覽觉覺触觸计計订訂记記讯訊许許访訪评評译譯试試话話该該详詳语語谁誰调調谢謝贴貼费費赖賴转轉轻輕软軟达達迁遷运運还還远遠违違适適释釋针針钟鐘钮鈕铁鐵银銀销銷锁鎖闭閉队隊阅閱' +
  '阳陽阶階际際随隨难難隐隱静靜顶頂项項须須预預领領颜顏额額风風飞飛馆館验驗'

const split = (offset: 0 | 1): RegExp => {
  const chars = Array.from(PAIRS).filter((_, at) => at % 2 === offset)
  const others = new Set(Array.from(PAIRS).filter((_, at) => at % 2 !== offset))
  return new RegExp(`[${chars.filter(char => !others.has(char)).join('')}]`, 'g')
}

/** Characters of traditional Chinese for texts in simplified, and the reverse. */
export const OTHER_HAN: Readonly<Record<'Hans' | 'Hant', RegExp>> = { Hans: split(1), Hant: split(0) }

/** The characters of the pairs that Japanese writes, too. */
const JAPANESE =
  '這個為時過会設資開選項錯誤進帳写車長門問間見現電網絡頁類編輯連頻視題認識請輸載机機級標業東買習書備復頭審導嘗師庫張当態恢執報換据数断無旧条測熱点状環監盤確離種積称簡線組細終結給統維縮聯職節獲範規触計訂記訊許訪評試話該詳語誰調謝貼費軟達遷運還遠違適針鐘銀鎖閉隊陽階際随難静頂須預領額風飛館'

/** Characters of Chinese that Japanese does not write. */
export const NOT_JAPANESE = new RegExp(`(?![${JAPANESE}])[${PAIRS}您你吗嗎呢吧沒很哪啊它]`, 'g')
