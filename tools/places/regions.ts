/**
 * Regions of countries whose regions users write after the name of a town: the country, GeoNames' code of the region
 * (admin1), the letters of the region or `-`, and its names in the languages of the app. The letters are ISO 3166-2. The
 * names include those of counties, departments and provinces in the region.
 */
export const regionTable = `
US AK AK Alaska, アラスカ
US AL AL Alabama, アラバマ
US AR AR Arkansas, アーカンソー
US AZ AZ Arizona, アリゾナ
US CA CA California, Kalifornien, Californie, カリフォルニア
US CO CO Colorado, コロラド
US CT CT Connecticut, コネチカット
US DC DC Washington DC, D.C., District of Columbia, コロンビア特別区
US DE DE Delaware, デラウェア
US FL FL Florida, Fla, Floride, フロリダ
US GA GA Georgia, Géorgie, ジョージア
US HI HI Hawaii, Hawái, Hawaï, ハワイ
US IA IA Iowa, アイオワ
US ID ID Idaho, アイダホ
US IL IL Illinois, イリノイ
US IN IN Indiana, インディアナ
US KS KS Kansas, カンザス
US KY KY Kentucky, ケンタッキー
US LA LA Louisiana, Luisiana, Louisiane, ルイジアナ
US MA MA Massachusetts, マサチューセッツ
US MD MD Maryland, メリーランド
US ME ME Maine, メイン
US MI MI Michigan, ミシガン
US MN MN Minnesota, ミネソタ
US MO MO Missouri, Misuri, ミズーリ
US MS MS Mississippi, Misisipi, ミシシッピ
US MT MT Montana, モンタナ
US NC NC North Carolina, Carolina del Norte, Caroline du Nord, ノースカロライナ
US ND ND North Dakota, Dakota del Norte, Dakota du Nord, ノースダコタ
US NE NE Nebraska, ネブラスカ
US NH NH New Hampshire, Nuevo Hampshire, ニューハンプシャー
US NJ NJ New Jersey, Nueva Jersey, ニュージャージー
US NM NM New Mexico, Nuevo México, Nouveau-Mexique, ニューメキシコ
US NV NV Nevada, ネバダ
US NY NY New York, Nueva York, ニューヨーク州
US OH OH Ohio, オハイオ
US OK OK Oklahoma, オクラホマ
US OR OR Oregon, Oregón, オレゴン
US PA PA Pennsylvania, Penna, Pensilvania, Pennsylvanie, ペンシルベニア
US RI RI Rhode Island, ロードアイランド
US SC SC South Carolina, Carolina del Sur, Caroline du Sud, サウスカロライナ
US SD SD South Dakota, Dakota del Sur, Dakota du Sud, サウスダコタ
US TN TN Tennessee, Tennesse, テネシー
US TX TX Texas, Tejas, テキサス
US UT UT Utah, ユタ
US VA VA Virginia, Virginie, バージニア
US VT VT Vermont, バーモント
US WA WA Washington, Washington State, ワシントン州
US WI WI Wisconsin, ウィスコンシン
US WV WV West Virginia, Virginia Occidental, Virginie-Occidentale, ウェストバージニア
US WY WY Wyoming, ワイオミング
CH AG AG Aargau
CH AR AR Appenzell Ausserrhoden
CH BE BE Bern, Berne, Berna
CH BL BL Basel-Landschaft
CH BS BS Basel-Stadt, Bâle-Ville
CH FR FR Fribourg, Freiburg
CH GE GE Geneva, Genève, Genf, Ginebra
CH GR GR Graubünden, Grisons, Grigioni
CH LU LU Lucerne, Luzern
CH NE NE Neuchâtel, Neuenburg
CH SG SG St. Gallen, Sankt Gallen, Saint-Gall
CH SH SH Schaffhausen
CH SO SO Solothurn
CH TG TG Thurgau
CH TI TI Ticino, Tessin
CH VD VD Vaud, Waadt
CH VS VS Valais, Wallis
CH ZG ZG Zug
CH ZH ZH Zürich, Zurich
GB ENG ENG England, Inglaterra, Angleterre, イングランド, Bedfordshire, Berkshire, Buckinghamshire, Bucks, Cambridgeshire, Cheshire, Cornwall, Cumbria, Derbyshire, Devon, Devonshire, North Devon, South Devon, Dorset, County Durham, Co Durham, East Sussex, Essex, Gloucestershire, Greater London, Greater Manchester, Hampshire, Hants, Herefordshire, Hertfordshire, Isle of Wight, Kent, Lancashire, Lancs, Leicestershire, Lincolnshire, Lincs, Merseyside, Middlesex, Norfolk, Northamptonshire, Northants, Northumberland, Nottinghamshire, Notts, Oxfordshire, Oxon, Rutland, Shropshire, Somerset, Staffordshire, Suffolk, Surrey, Sussex, Tyne and Wear, Warwickshire, West Midlands, West Sussex, Wiltshire, Worcestershire, Yorkshire, North Yorkshire, South Yorkshire, West Yorkshire, East Yorkshire
GB NIR NIR Northern Ireland, Nordirland, Irlanda del Norte, Irlande du Nord, 北アイルランド, County Antrim, Co Antrim, County Armagh, Co Armagh, County Down, Co Down, County Fermanagh, Co Fermanagh, County Londonderry, Co Londonderry, County Tyrone, Co Tyrone, N.I., Ulster
GB SCT SCT Scotland, Schottland, Escocia, Écosse, スコットランド, Ecosse, Aberdeenshire, Angus, Argyll, Ayrshire, Dumfries and Galloway, Fife, Highland, Highlands, Lanarkshire, Lothian, East Lothian, Midlothian, West Lothian, Moray, Orkney, Perthshire, Renfrewshire, Scottish Borders, Shetland, Stirlingshire, Alba
GB WLS WLS Wales, Gales, Pays de Galles, ウェールズ, Anglesey, Carmarthenshire, Ceredigion, Denbighshire, Flintshire, Glamorgan, Gwent, Gwynedd, Monmouthshire, Pembrokeshire, Powys, Cymru, North Wales, South Wales
CA 01 AB Alberta, Alta, アルバータ
CA 02 BC British Columbia, B.C., Colombie-Britannique, Columbia Británica, Britisch-Kolumbien, ブリティッシュコロンビア
CA 03 MB Manitoba, マニトバ
CA 04 NB New Brunswick, Nouveau-Brunswick
CA 05 NL Newfoundland and Labrador, Newfoundland, Terre-Neuve-et-Labrador, Neufundland, Terranova
CA 07 NS Nova Scotia, Nouvelle-Écosse, Neuschottland, Nueva Escocia
CA 08 ON Ontario, Ont, オンタリオ
CA 09 PE Prince Edward Island, P.E.I., PEI, Île-du-Prince-Édouard
CA 10 QC Quebec, Québec, PQ, ケベック
CA 11 SK Saskatchewan, Sask
CA 12 YT Yukon, YK
CA 13 NT Northwest Territories, Territoires du Nord-Ouest
AU 01 ACT Australian Capital Territory
AU 02 NSW New South Wales, N.S.W., Neusüdwales, Nueva Gales del Sur, Nouvelle-Galles du Sud, ニューサウスウェールズ
AU 03 NT Northern Territory
AU 04 QLD Queensland, クイーンズランド
AU 05 SA South Australia, Südaustralien, Australia Meridional, Australie-Méridionale
AU 06 TAS Tasmania, Tasmanien, Tasmanie, タスマニア
AU 07 VIC Victoria, ビクトリア
AU 08 WA Western Australia, Westaustralien, Australia Occidental, Australie-Occidentale
DE 01 BW Baden-Württemberg
DE 02 BY Bavaria, Bayern, Baviera, Bavière
DE 03 HB Bremen
DE 04 HH Hamburg
DE 05 HE Hesse, Hessen
DE 06 NI Lower Saxony, Niedersachsen, Basse-Saxe, Baja Sajonia
DE 07 NW North Rhine-Westphalia, Nordrhein-Westfalen, NRW, Rhénanie-du-Nord-Westphalie, Renania del Norte-Westfalia, Westfalen, Rheinland
DE 08 RP Rhineland-Palatinate, Rheinland-Pfalz, Rhénanie-Palatinat, Renania-Palatinado
DE 09 SL Saarland, Sarre
DE 10 SH Schleswig-Holstein
DE 11 BB Brandenburg, Brandebourg, Brandeburgo
DE 12 MV Mecklenburg-Vorpommern, Mecklenburg, Mecklenburg-Western Pomerania
DE 13 SN Saxony, Sachsen, Saxe, Sajonia
DE 14 ST Saxony-Anhalt, Sachsen-Anhalt, Saxe-Anhalt
DE 15 TH Thuringia, Thüringen, Thuringe, Turingia
DE 16 BE Berlin
AT 01 - Burgenland, Bgld
AT 02 - Carinthia, Kärnten, Carinthie, Carintia, Ktn
AT 03 - Lower Austria, Niederösterreich, NÖ
AT 04 - Upper Austria, Oberösterreich, OÖ
AT 05 - Salzburg, Sbg
AT 06 - Styria, Steiermark, Styrie, Estiria, Stmk
AT 07 - Tyrol, Tirol
AT 08 - Vorarlberg, Vbg
AT 09 - Vienna, Wien
BR 01 AC Acre
BR 02 AL Alagoas
BR 03 AP Amapá
BR 04 AM Amazonas
BR 05 BA Bahia
BR 06 CE Ceará
BR 07 DF Federal District, Distrito Federal
BR 08 ES Espírito Santo
BR 11 MS Mato Grosso do Sul
BR 13 MA Maranhão
BR 14 MT Mato Grosso
BR 15 MG Minas Gerais
BR 16 PA Pará
BR 17 PB Paraíba
BR 18 PR Paraná
BR 20 PI Piauí
BR 21 RJ Rio de Janeiro
BR 22 RN Rio Grande do Norte
BR 23 RS Rio Grande do Sul
BR 24 RO Rondônia
BR 25 RR Roraima
BR 26 SC Santa Catarina
BR 27 SP São Paulo
BR 28 SE Sergipe
BR 29 GO Goiás
BR 30 PE Pernambuco
BR 31 TO Tocantins
FR 11 - Île-de-France, Ile de France, Isla de Francia, Essonne, Hauts-de-Seine, Seine-et-Marne, Seine-Saint-Denis, Val-de-Marne, Val-d'Oise, Yvelines
FR 24 - Centre-Val de Loire, Cher, Eure-et-Loir, Indre, Indre-et-Loire, Loir-et-Cher, Loiret
FR 27 - Burgundy-Franche-Comté, Bourgogne-Franche-Comté, Burgund, Côte-d'Or, Doubs, Haute-Saône, Jura, Nièvre, Saône-et-Loire, Territoire de Belfort, Yonne
FR 28 - Normandie, Normandy, Normandía, Calvados, Eure, Manche, Orne, Seine-Maritime
FR 32 - Hauts-de-France, Aisne, Nord, Oise, Pas-de-Calais, Somme, Picardie
FR 44 - Grand Est, Ardennes, Aube, Bas-Rhin, Haut-Rhin, Haute-Marne, Marne, Meurthe-et-Moselle, Meuse, Moselle, Vosges, Alsace, Elsass, Lorraine
FR 52 - Pays de la Loire, Loire-Atlantique, Maine-et-Loire, Mayenne, Sarthe, Vendée
FR 53 - Brittany, Bretagne, Bretaña, Côtes-d'Armor, Finistère, Ille-et-Vilaine, Morbihan
FR 75 - Nouvelle-Aquitaine, Charente, Charente-Maritime, Corrèze, Creuse, Deux-Sèvres, Dordogne, Gironde, Haute-Vienne, Landes, Lot-et-Garonne, Pyrénées-Atlantiques, Vienne, Aquitaine
FR 76 - Occitanie, Ariège, Aude, Aveyron, Gard, Gers, Haute-Garonne, Hautes-Pyrénées, Hérault, Lot, Lozère, Pyrénées-Orientales, Tarn, Tarn-et-Garonne, Languedoc
FR 84 - Auvergne-Rhône-Alpes, Ain, Allier, Ardèche, Cantal, Drôme, Haute-Loire, Haute-Savoie, Isère, Loire, Puy-de-Dôme, Rhône, Savoie, Auvergne
FR 93 - Provence-Alpes-Côte d'Azur, Alpes-de-Haute-Provence, Alpes-Maritimes, Bouches-du-Rhône, Hautes-Alpes, Var, Vaucluse, Provence
FR 94 - Corsica, Corse, Korsika, Córcega, Corse-du-Sud, Haute-Corse
ES 07 - Balearic Islands, Islas Baleares, Illes Balears, Balearen, Baléares, Mallorca, Menorca, Ibiza
ES 27 - La Rioja
ES 29 - Madrid, Comunidad de Madrid
ES 31 - Murcia, Región de Murcia
ES 32 - Navarra, Navarre
ES 34 - Asturias
ES 39 - Cantabria
ES 51 - Andalusia, Andalucía, Andalusien, Andalousie, Almería, Cádiz, Córdoba, Granada, Huelva, Jaén, Málaga, Sevilla
ES 52 - Aragon, Aragón, Aragonien, Huesca, Teruel, Zaragoza
ES 53 - Canary Islands, Canarias, Islas Canarias, Kanarische Inseln, Canaries, Las Palmas, Santa Cruz de Tenerife, Tenerife, Gran Canaria, Lanzarote, Fuerteventura
ES 54 - Castile-La Mancha, Castilla-La Mancha, Albacete, Ciudad Real, Cuenca, Guadalajara, Toledo
ES 55 - Castile and León, Castilla y León, Ávila, Burgos, León, Palencia, Salamanca, Segovia, Soria, Valladolid, Zamora
ES 56 - Catalonia, Cataluña, Catalunya, Katalonien, Catalogne, Barcelona, Girona, Gerona, Lleida, Lérida, Tarragona
ES 57 - Extremadura, Badajoz, Cáceres
ES 58 - Galicia, Galicien, Galice, A Coruña, La Coruña, Lugo, Ourense, Orense, Pontevedra
ES 59 - Basque Country, País Vasco, Euskadi, Baskenland, Pays basque, Álava, Bizkaia, Vizcaya, Gipuzkoa, Guipúzcoa
ES 60 - Valencian Community, Comunidad Valenciana, Comunitat Valenciana, Alicante, Castellón, Valencia
IT 01 - Abruzzo
IT 02 - Basilicata
IT 03 - Calabria, Kalabrien
IT 04 - Campania, Kampanien
IT 05 - Emilia-Romagna
IT 06 - Friuli–Venezia Giulia, Friuli
IT 07 - Lazio, Latium
IT 08 - Liguria, Ligurien, Ligurie
IT 09 - Lombardy, Lombardia, Lombardei, Lombardie, Lombardía
IT 10 - Marche
IT 11 - Molise
IT 12 - Piedmont, Piemonte, Piemont, Piémont, Piamonte
IT 13 - Apulia, Puglia, Apulien, Pouilles
IT 14 - Sardinia, Sardegna, Sardinien, Sardaigne, Cerdeña
IT 15 - Sicily, Sicilia, Sizilien, Sicile
IT 16 - Tuscany, Toscana, Toskana, Toscane
IT 17 - Trentino-South Tyrol, Trentino-Alto Adige, Südtirol
IT 18 - Umbria, Umbrien, Ombrie, Umbría
IT 19 - Aosta Valley, Valle d'Aosta
IT 20 - Veneto, Venetien, Vénétie, Véneto
IE C - Connacht, County Galway, Co Galway, County Leitrim, Co Leitrim, County Mayo, Co Mayo, County Roscommon, Co Roscommon, County Sligo, Co Sligo
IE L - Leinster, County Carlow, Co Carlow, County Dublin, Co Dublin, County Kildare, Co Kildare, County Kilkenny, Co Kilkenny, County Laois, Co Laois, County Longford, Co Longford, County Louth, Co Louth, County Meath, Co Meath, County Offaly, Co Offaly, County Westmeath, Co Westmeath, County Wexford, Co Wexford, County Wicklow, Co Wicklow
IE M - Munster, County Clare, Co Clare, County Cork, Co Cork, County Kerry, Co Kerry, County Limerick, Co Limerick, County Tipperary, Co Tipperary, County Waterford, Co Waterford
IE U - Ulster, County Cavan, Co Cavan, County Donegal, Co Donegal, County Monaghan, Co Monaghan
IN 02 - Andhra Pradesh
IN 03 - Assam
IN 09 - Gujarat
IN 10 - Haryana
IN 11 - Himachal Pradesh
IN 12 - Jammu and Kashmir, Kashmir
IN 13 - Kerala
IN 16 - Maharashtra
IN 19 - Karnataka
IN 21 - Odisha, Orissa
IN 23 - Punjab
IN 24 - Rajasthan
IN 25 - Tamil Nadu
IN 28 - West Bengal
IN 33 - Goa
IN 34 - Bihar
IN 35 - Madhya Pradesh
IN 36 - Uttar Pradesh
IN 37 - Chhattisgarh
IN 38 - Jharkhand
IN 39 - Uttarakhand
IN 40 - Telangana
JP 01 - Aichi, 愛知県
JP 02 - Akita, 秋田県
JP 03 - Aomori, 青森県
JP 04 - Chiba, 千葉県
JP 05 - Ehime, 愛媛県
JP 06 - Fukui, 福井県
JP 07 - Fukuoka, 福岡県
JP 08 - Fukushima, 福島県
JP 09 - Gifu, 岐阜県
JP 10 - Gunma, 群馬県
JP 11 - Hiroshima, 広島県
JP 12 - Hokkaidō, 北海道
JP 13 - Hyōgo, 兵庫県
JP 14 - Ibaraki, 茨城県
JP 15 - Ishikawa, 石川県
JP 16 - Iwate, 岩手県
JP 17 - Kagawa, 香川県
JP 18 - Kagoshima, 鹿児島県
JP 19 - Kanagawa, 神奈川県
JP 20 - Kōchi, 高知県
JP 21 - Kumamoto, 熊本県
JP 22 - Kyōto, 京都府
JP 23 - Mie, 三重県
JP 24 - Miyagi, 宮城県
JP 25 - Miyazaki, 宮崎県
JP 26 - Nagano, 長野県
JP 27 - Nagasaki, 長崎県
JP 28 - Nara, 奈良県
JP 29 - Niigata, 新潟県
JP 30 - Ōita, 大分県
JP 31 - Okayama, 岡山県
JP 32 - Ōsaka, 大阪府
JP 33 - Saga, 佐賀県
JP 34 - Saitama, 埼玉県
JP 35 - Shiga, 滋賀県
JP 36 - Shimane, 島根県
JP 37 - Shizuoka, 静岡県
JP 38 - Tochigi, 栃木県
JP 39 - Tokushima, 徳島県
JP 40 - Tokyo, 東京都
JP 41 - Tottori, 鳥取県
JP 42 - Toyama, 富山県
JP 43 - Wakayama, 和歌山県
JP 44 - Yamagata, 山形県
JP 45 - Yamaguchi, 山口県
JP 46 - Yamanashi, 山梨県
JP 47 - Okinawa, 沖縄県
MX 01 - Aguascalientes
MX 02 - Baja California
MX 03 - Baja California Sur, BCS, B.C.S.
MX 04 - Campeche
MX 05 - Chiapas
MX 06 - Chihuahua
MX 07 - Coahuila
MX 08 - Colima
MX 09 - Ciudad de México, Distrito Federal, DF
MX 10 - Durango
MX 11 - Guanajuato
MX 12 - Guerrero
MX 13 - Hidalgo
MX 14 - Jalisco
MX 15 - Estado de México, Edomex
MX 16 - Michoacán
MX 17 - Morelos
MX 18 - Nayarit
MX 19 - Nuevo León, NL
MX 20 - Oaxaca
MX 21 - Puebla
MX 22 - Querétaro
MX 23 - Quintana Roo
MX 24 - San Luis Potosí, SLP
MX 25 - Sinaloa
MX 26 - Sonora
MX 27 - Tabasco
MX 28 - Tamaulipas
MX 29 - Tlaxcala
MX 30 - Veracruz
MX 31 - Yucatán
MX 32 - Zacatecas
`;
