import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The plain dark blue background of the desktop before a wallpaper is set: one pixel of `#161d2c`, stretched. */
const backdropImage =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGMQk9UBAACsAGAjnwadAAAAAElFTkSuQmCC';

/** The path of the plain backdrop in the home folder `home`. */
export const backdropPath = (home: string): string =>
  join(home, '.local/share/backgrounds/plain.png');

/** Writes the settings of the desktop into `home`. `tray`: whether the panel shows tray items. */
export async function writeConfig(home: string, { tray }: { tray: boolean }): Promise<void> {
  const channel = (name: string): string =>
    join(home, '.config/xfce4/xfconf/xfce-perchannel-xml', `${name}.xml`);
  const files: readonly [path: string, content: string | Buffer][] = [
    [backdropPath(home), Buffer.from(backdropImage, 'base64')],
    [channel('xfce4-desktop'), desktopSettings(backdropPath(home))],
    [channel('xfwm4'), windowManagerSettings],
    [channel('xfce4-notifyd'), notificationSettings],
    [channel('xfce4-panel'), panelSettings(tray)],
    [join(home, '.config/gtk-3.0/settings.ini'), gtkSettings],
    [join(home, '.config/fontconfig/fonts.conf'), fontSettings],
  ];
  for (const [path, content] of files) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  for (const folder of ['.cache', '.config/autostart']) {
    await mkdir(join(home, folder), { recursive: true });
  }
}

const xfconf = (channel: string, properties: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<channel name="${channel}" version="1.0">${properties}
</channel>
`;

const desktopSettings = (image: string): string =>
  xfconf(
    'xfce4-desktop',
    `
  <property name="backdrop" type="empty"><property name="screen0" type="empty">
    <property name="monitorscreen" type="empty"><property name="workspace0" type="empty">
      <property name="color-style" type="int" value="0"/>
      <property name="image-style" type="int" value="5"/>
      <property name="last-image" type="string" value="${escapeXml(image)}"/>
    </property></property>
  </property></property>
  <property name="desktop-icons" type="empty"><property name="style" type="int" value="0"/></property>`,
  );

const windowManagerSettings = xfconf(
  'xfwm4',
  `
  <property name="general" type="empty">
    <property name="use_compositing" type="bool" value="false"/>
    <property name="workspace_count" type="int" value="1"/>
    <property name="title_font" type="string" value="Inter Semi-Bold 10"/>
  </property>`,
);

// The settings switch off fading and sliding, so that a notification is either fully on the screen or not at all.
const notificationSettings = xfconf(
  'xfce4-notifyd',
  `
  <property name="do-fadeout" type="bool" value="false"/>
  <property name="do-slideout" type="bool" value="false"/>
  <property name="expire-timeout" type="int" value="10"/>
  <property name="initial-opacity" type="double" value="1.0"/>
  <property name="notify-location" type="uint" value="2"/>
  <property name="log-level" type="uint" value="0"/>
  <property name="notification-log" type="bool" value="true"/>`,
);

const panelSettings = (tray: boolean): string =>
  xfconf(
    'xfce4-panel',
    `
  <property name="configver" type="int" value="2"/>
  <property name="panels" type="array">
    <value type="int" value="1"/>
    <property name="dark-mode" type="bool" value="true"/>
    <property name="panel-1" type="empty">
      <property name="position" type="string" value="p=6;x=0;y=0"/>
      <property name="length" type="uint" value="100"/>
      <property name="position-locked" type="bool" value="true"/>
      <property name="size" type="uint" value="34"/>
      <property name="icon-size" type="uint" value="20"/>
      <property name="background-style" type="uint" value="1"/>
      <property name="background-rgba" type="array">
        <value type="double" value="0.055"/><value type="double" value="0.067"/>
        <value type="double" value="0.094"/><value type="double" value="1"/>
      </property>
      <property name="plugin-ids" type="array">
        <value type="int" value="1"/><value type="int" value="2"/>${tray ? '<value type="int" value="3"/>' : ''}
        <value type="int" value="4"/><value type="int" value="5"/>
      </property>
    </property>
  </property>
  <property name="plugins" type="empty">
    <property name="plugin-1" type="string" value="tasklist">
      <property name="flat-buttons" type="bool" value="true"/>
      <property name="show-handle" type="bool" value="false"/>
    </property>
    <property name="plugin-2" type="string" value="separator">
      <property name="expand" type="bool" value="true"/><property name="style" type="uint" value="0"/>
    </property>
    <property name="plugin-3" type="string" value="systray">
      <property name="square-icons" type="bool" value="true"/>
      <property name="icon-size" type="int" value="20"/>
      <property name="hide-new-items" type="bool" value="false"/>
    </property>
    <property name="plugin-4" type="string" value="clock">
      <property name="mode" type="uint" value="2"/>
      <property name="digital-layout" type="uint" value="3"/>
      <property name="digital-time-font" type="string" value="Inter Medium 10"/>
    </property>
    <property name="plugin-5" type="string" value="separator"><property name="style" type="uint" value="0"/></property>
  </property>`,
  );

const gtkSettings = `[Settings]
gtk-theme-name=Adwaita
gtk-icon-theme-name=Adwaita
gtk-font-name=Inter 10
gtk-application-prefer-dark-theme=1
gtk-cursor-theme-name=Adwaita
gtk-enable-animations=0
gtk-xft-antialias=1
gtk-xft-hinting=1
gtk-xft-hintstyle=hintslight
gtk-xft-rgba=none
`;

const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <alias><family>sans-serif</family><prefer><family>Inter</family></prefer></alias>
  <alias><family>system-ui</family><prefer><family>Inter</family></prefer></alias>
  <match target="font">
    <edit name="hintstyle" mode="assign"><const>hintslight</const></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
</fontconfig>
`;

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
