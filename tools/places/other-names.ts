/**
 * Names of towns that GeoNames' table does not have: airports that are not named after their town, usual
 * abbreviations and Japanese names. A line has the id of the town in the table and the names. The table has the codes of
 * most airports.
 */
export const otherNames = `
2660646 ジュネーブ
3164603 ベネチア, ベニス
703448 キーウ
1838524 プサン
2193733 オークランド
5368361 ロスアンゼルス
2650225 エジンバラ
2644210 リバプール
2925533 フランクフルト
1859642 かわさき
2643743 LHR, Heathrow, LCY
2652053 LGW, Gatwick, London Gatwick
2655562 STN, Stansted, London Stansted
2643339 LTN, London Luton
2988507 CDG, Roissy, Charles de Gaulle, ORY, Orly
2759794 Schiphol
2950159 TXL, Tegel, SXF
3117735 Barajas
3169070 FCO, Fiumicino, Ciampino
3173435 MXP, Malpensa, LIN, Linate
2761369 Schwechat, ウィーン
2618425 Kastrup
2673730 ARN, Arlanda
3143244 Gardermoen
745044 SAW
524901 SVO, Sheremetyevo, DME, Domodedovo, VKO, Vnukovo
1880252 Changi
1819729 HK
1609350 Suvarnabhumi, DMK
1735161 KL, KLIA
1642911 CGK
1816670 PEK, PKX
1796236 PVG, Hongqiao
1835848 GMP, Gimpo
1850147 とうきょう, HND, Haneda, 羽田
2111684 NRT
1853909 KIX, ITM, 関空, 関西国際空港, 伊丹
1856057 セントレア
2128295 CTS, 新千歳
1856035 OKA
2158177 Tullamarine
5128581 JFK, LGA, LaGuardia
4887398 ORD, O'Hare, MDW
4699066 IAH
5809844 SeaTac
4140963 IAD, Dulles, DCA
4167147 MCO
4990729 DTW
6167865 YYZ
6077243 YUL
3530597 CDMX
3448439 GRU
3451190 リオ・デ・ジャネイロ, GIG, Galeão
3435910 EZE, Bs As, BsAs
993800 Jo'burg, Jozi
3024635 Clermont Fd
`;
