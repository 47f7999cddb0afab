/*
 * A desktop of Windows for tests: an in-process COM server with the class of IDesktopWallpaper. Its whole state is an INI
 * file in UTF-16, named by the variable OVERHEAD_DESKTOP, so that each process of the app finds the state that the last
 * one left. The sections: [desktop], [monitor0] and following, and
 *   [fail] METHOD=HRESULT in hexadecimal, or METHOD0=… for one monitor
 *   [once] the same, for one call
 *   [slow] METHOD=milliseconds
 * The order of the methods is that of mingw's shobjidl.h. x86_64-w64-mingw32-gcc builds it.
 */
#define COBJMACROS
#include <windows.h>
#include <initguid.h>
#include <shobjidl.h>
#include <shlobj.h>
#include <stdio.h>

static WCHAR file[MAX_PATH];

static void read_text(const WCHAR *section, const WCHAR *key, WCHAR *text) {
  GetPrivateProfileStringW(section, key, L"", text, 1024, file);
}

static void write_text(const WCHAR *section, const WCHAR *key, const WCHAR *text) {
  WritePrivateProfileStringW(section, key, text, file);
}

static LONG read_number(const WCHAR *section, const WCHAR *key) {
  return (LONG)GetPrivateProfileIntW(section, key, 0, file);
}

static void write_number(const WCHAR *section, const WCHAR *key, LONG number) {
  WCHAR text[16];
  wsprintfW(text, L"%d", number);
  write_text(section, key, text);
}

static WCHAR *copy_text(const WCHAR *text) {
  size_t size = (lstrlenW(text) + 1) * sizeof(WCHAR);
  WCHAR *copy = CoTaskMemAlloc(size);
  memcpy(copy, text, size);
  return copy;
}

/* Reads a failure that happens once, and removes it. */
static void take_text(const WCHAR *key, WCHAR *text) {
  read_text(L"once", key, text);
  if (*text) write_text(L"once", key, NULL);
}

/* Waits and fails as the file says; a negative index means no monitor. */
static HRESULT begin(const WCHAR *method, int index) {
  WCHAR key[64], text[1024];
  Sleep(read_number(L"slow", method));
  wsprintfW(key, L"%s%d", method, index);
  read_text(L"fail", key, text);
  if (!*text) read_text(L"fail", method, text);
  if (!*text) take_text(key, text);
  if (!*text) take_text(method, text);
  return (HRESULT)wcstoul(text, NULL, 16);
}

static int monitor_count(void) { return read_number(L"desktop", L"monitors"); }

static void section_of(int index, WCHAR *section) { wsprintfW(section, L"monitor%d", index); }

/* The index of a monitor; -1: none has this id. */
static int index_of(LPCWSTR monitor) {
  WCHAR section[32], id[1024];
  for (int index = 0; index < monitor_count(); index += 1) {
    section_of(index, section);
    read_text(section, L"id", id);
    if (!lstrcmpW(id, monitor)) return index;
  }
  return -1;
}

/* The picture that Windows remembers for a monitor comes back when there is no plain colour. */
static void show_remembered(int index) {
  WCHAR section[32], picture[1024];
  section_of(index, section);
  read_text(section, L"picture", picture);
  if (*picture) return;
  read_text(section, L"remembered", picture);
  write_text(section, L"picture", picture);
}

static HRESULT WINAPI SetWallpaper(IDesktopWallpaper *self, LPCWSTR monitor, LPCWSTR picture) {
  int index = monitor ? index_of(monitor) : -1;
  WCHAR section[32];
  HRESULT result = begin(L"SetWallpaper", index);
  if (result) return result;
  if (monitor && index < 0) return E_INVALIDARG;
  for (int each = 0; each < monitor_count(); each += 1) {
    section_of(each, section);
    if (!monitor) write_text(section, L"picture", picture);
    else if (each == index && *picture) write_text(section, L"picture", picture);
    else show_remembered(each);
  }
  write_text(L"desktop", L"slideshow", L"");
  write_number(L"desktop", L"status", 1);
  /* As Explorer, stores the last picture as the wallpaper of the system. */
  SystemParametersInfoW(SPI_SETDESKWALLPAPER, 0, (void *)picture, SPIF_UPDATEINIFILE);
  return S_OK;
}

static HRESULT WINAPI GetWallpaper(IDesktopWallpaper *self, LPCWSTR monitor, LPWSTR *picture) {
  int index = monitor ? index_of(monitor) : -1;
  WCHAR section[32], text[1024];
  HRESULT result = begin(L"GetWallpaper", index);
  *picture = NULL;
  if (result) return result;
  if (index < 0) return E_INVALIDARG;
  section_of(index, section);
  read_text(section, L"picture", text);
  *picture = copy_text(text);
  return S_OK;
}

static HRESULT WINAPI GetMonitorDevicePathAt(IDesktopWallpaper *self, UINT index, LPWSTR *monitor) {
  WCHAR section[32], id[1024];
  if ((int)index >= monitor_count()) return E_INVALIDARG;
  section_of(index, section);
  read_text(section, L"id", id);
  *monitor = copy_text(id);
  return S_OK;
}

static HRESULT WINAPI GetMonitorDevicePathCount(IDesktopWallpaper *self, UINT *count) {
  *count = monitor_count();
  return begin(L"GetMonitorDevicePathCount", -1);
}

static HRESULT WINAPI GetMonitorRECT(IDesktopWallpaper *self, LPCWSTR monitor, RECT *area) {
  int index = monitor ? index_of(monitor) : -1;
  WCHAR section[32];
  HRESULT result = begin(L"GetMonitorRECT", index);
  SetRectEmpty(area);
  if (result) return result;
  if (index < 0) return E_INVALIDARG;
  section_of(index, section);
  SetRect(area, read_number(section, L"left"), read_number(section, L"top"), read_number(section, L"right"),
          read_number(section, L"bottom"));
  /* Windows lists monitors that were connected once. */
  return area->right == area->left ? S_FALSE : S_OK;
}

static HRESULT WINAPI SetBackgroundColor(IDesktopWallpaper *self, COLORREF color) {
  write_number(L"desktop", L"color", color);
  return S_OK;
}

static HRESULT WINAPI GetBackgroundColor(IDesktopWallpaper *self, COLORREF *color) {
  *color = read_number(L"desktop", L"color");
  return S_OK;
}

static HRESULT WINAPI SetPosition(IDesktopWallpaper *self, DESKTOP_WALLPAPER_POSITION position) {
  HRESULT result = begin(L"SetPosition", -1);
  if (!result) write_number(L"desktop", L"position", position);
  return result;
}

static HRESULT WINAPI GetPosition(IDesktopWallpaper *self, DESKTOP_WALLPAPER_POSITION *position) {
  *position = read_number(L"desktop", L"position");
  return begin(L"GetPosition", -1);
}

/* Keeps the path of the first item. */
static HRESULT WINAPI SetSlideshow(IDesktopWallpaper *self, IShellItemArray *items) {
  IShellItem *item;
  WCHAR *path;
  HRESULT result = begin(L"SetSlideshow", -1);
  if (FAILED(result) || FAILED(result = IShellItemArray_GetItemAt(items, 0, &item))) return result;
  if (FAILED(result = IShellItem_GetDisplayName(item, SIGDN_FILESYSPATH, &path))) return result;
  write_text(L"desktop", L"slideshow", path);
  write_number(L"desktop", L"status", 3);
  return S_OK;
}

static HRESULT WINAPI GetSlideshow(IDesktopWallpaper *self, IShellItemArray **items) {
  WCHAR path[1024];
  LPCITEMIDLIST list;
  HRESULT result = begin(L"GetSlideshow", -1);
  read_text(L"desktop", L"slideshow", path);
  *items = NULL;
  if (result) return result;
  if (!*path) return E_FAIL;
  list = ILCreateFromPathW(path);
  return list ? SHCreateShellItemArrayFromIDLists(1, &list, items) : E_FAIL;
}

static HRESULT WINAPI SetSlideshowOptions(IDesktopWallpaper *self, DESKTOP_SLIDESHOW_OPTIONS options, UINT tick) {
  write_number(L"desktop", L"options", options);
  write_number(L"desktop", L"tick", tick);
  return S_OK;
}

static HRESULT WINAPI GetSlideshowOptions(IDesktopWallpaper *self, DESKTOP_SLIDESHOW_OPTIONS *options, UINT *tick) {
  *options = read_number(L"desktop", L"options");
  *tick = read_number(L"desktop", L"tick");
  return S_OK;
}

static HRESULT WINAPI AdvanceSlideshow(IDesktopWallpaper *self, LPCWSTR monitor, DESKTOP_SLIDESHOW_DIRECTION direction) {
  return E_NOTIMPL;
}

static HRESULT WINAPI GetStatus(IDesktopWallpaper *self, DESKTOP_SLIDESHOW_STATE *state) {
  *state = read_number(L"desktop", L"status");
  return begin(L"GetStatus", -1);
}

static HRESULT WINAPI Enable(IDesktopWallpaper *self, BOOL enable) { return E_NOTIMPL; }

static HRESULT WINAPI QueryInterface(IDesktopWallpaper *self, REFIID iid, void **object) {
  *object = IsEqualIID(iid, &IID_IUnknown) || IsEqualIID(iid, &IID_IDesktopWallpaper) ? self : NULL;
  return *object ? S_OK : E_NOINTERFACE;
}
static ULONG WINAPI KeepRef(IDesktopWallpaper *self) { return 1; }

static IDesktopWallpaperVtbl desktop_methods = {
    QueryInterface, KeepRef, KeepRef, SetWallpaper, GetWallpaper, GetMonitorDevicePathAt, GetMonitorDevicePathCount,
    GetMonitorRECT, SetBackgroundColor, GetBackgroundColor, SetPosition, GetPosition, SetSlideshow, GetSlideshow,
    SetSlideshowOptions, GetSlideshowOptions, AdvanceSlideshow, GetStatus, Enable};
static IDesktopWallpaper desktop = {&desktop_methods};

static HRESULT WINAPI FactoryQueryInterface(IClassFactory *self, REFIID iid, void **object) {
  *object = IsEqualIID(iid, &IID_IUnknown) || IsEqualIID(iid, &IID_IClassFactory) ? self : NULL;
  return *object ? S_OK : E_NOINTERFACE;
}
static ULONG WINAPI FactoryKeepRef(IClassFactory *self) { return 1; }
static HRESULT WINAPI CreateInstance(IClassFactory *self, IUnknown *outer, REFIID iid, void **object) {
  HRESULT result = begin(L"CreateInstance", -1);
  return result ? result : QueryInterface(&desktop, iid, object);
}
static HRESULT WINAPI LockServer(IClassFactory *self, BOOL lock) { return S_OK; }
static IClassFactoryVtbl factory_methods = {FactoryQueryInterface, FactoryKeepRef, FactoryKeepRef, CreateInstance,
                                            LockServer};
static IClassFactory factory = {&factory_methods};

__declspec(dllexport) HRESULT WINAPI DllGetClassObject(REFCLSID class, REFIID iid, void **object) {
  GetEnvironmentVariableW(L"OVERHEAD_DESKTOP", file, MAX_PATH);
  return FactoryQueryInterface(&factory, iid, object);
}
__declspec(dllexport) HRESULT WINAPI DllCanUnloadNow(void) { return S_FALSE; }
