/** The icons in use, by name, so that a bundle carries these and no others. All are decorative: the label is text beside them. */
export {
  Activity, ArrowDownLeft, ArrowDownRight, ArrowLeft, ArrowLeftRight, ArrowRight, ArrowUpDown, ArrowUpRight, Banknote, BarChart3, Bell,
  Bitcoin, BookOpen, Calculator, CalendarClock, CandlestickChart, ChartLine, ChartNoAxesCombined, Check, CheckCircle2, ChevronDown, ChevronLeft,
  ChevronRight, ChevronUp, CircleAlert, CircleDollarSign, CircleHelp, CircleUserRound, Clock, CloudOff, Coins, Copy, CreditCard, Download, Ellipsis, ExternalLink,
  Eye, EyeOff, FileCheck, FileText, Filter, Flag, Gauge, Globe, GripVertical, Headset, History, House, Inbox, Info, KeyRound, Landmark, Languages,
  LayoutGrid, ListFilter, Lock, LogIn, LogOut, Mail, Maximize2, Megaphone, Menu, MessageCircle, Minus, Moon, Newspaper, Palette, PiggyBank, Plus, Puzzle,
  ReceiptText, RefreshCw, Repeat, RotateCcw, Search, SearchX, Settings, Share2, Shield, ShieldCheck, Smartphone, Sparkles, Star, Sun, SunMoon, Table2, Timer,
  TrendingDown, TrendingUp, TriangleAlert, Unlink, Upload, User, UserPlus, Users, Wallet, WifiOff, X, Zap,
} from 'lucide-react';
export type { LucideIcon } from 'lucide-react';
